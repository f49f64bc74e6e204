import {prepareForOclif} from '../src/io/before-oclif.ts';
import {printToStdout, stopAtOutputErrors} from '../src/io/write/output-errors.ts';
import {printVersion} from './print-version.ts';

const args = process.argv.slice(2);
if (!printVersion('tracer', args)) {
  prepareForOclif();
  const [{run}, {endWithOclifError}, {packedOptions}, {PACKED, useEmbeddedFiles}] = await Promise.all([
    import('@oclif/core'),
    import('../src/commands/oclif-errors.ts'),
    import('./packed-options.ts'),
    import('./packed-plugins.ts'),
  ]);
  useEmbeddedFiles();
  const loadOptions = await packedOptions(PACKED.tracer);
  stopAtOutputErrors();
  printToStdout();
  await run(args, loadOptions).catch((error) => endWithOclifError(error, args, loadOptions));
}
