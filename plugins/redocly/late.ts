import {createRequire} from 'node:module';

/** Loads the rarely needed parts when they are: Redocly waits for no promise while it walks, so not by `import()`. */
export function late(): typeof import('./late-parts.ts') {
  return createRequire(import.meta.url)('./late-parts.js');
}
