import {printVersion} from './print-version.ts';

const args = process.argv.slice(2);
if (!printVersion('tracer', args)) {
  const [{execute}, {packedOptions}, {PACKED, embedTracerFiles}] = await Promise.all([
    import('@oclif/core'),
    import('./packed-options.ts'),
    import('./packed-plugins.ts'),
  ]);
  embedTracerFiles();
  await execute({args, loadOptions: await packedOptions(PACKED.tracer)});
}
