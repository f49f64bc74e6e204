import {main} from '../src/main.ts';
import {printVersion} from './print-version.ts';

const args = process.argv.slice(2);
if (!printVersion('apigen', args)) {
  await main(args, async () => {
    const [{packedOptions}, {PACKED, useEmbeddedFiles}] = await Promise.all([
      import('./packed-options.ts'),
      import('./packed-plugins.ts'),
    ]);
    useEmbeddedFiles();
    return packedOptions(PACKED.apigen);
  });
}
