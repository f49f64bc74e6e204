#!/usr/bin/env node
// Runs `spectral lint` with apigen's ruleset, or the one of `--ruleset`. It is the pre-commit hook `apigen-spectral`.
import {spawn} from 'node:child_process';
import {existsSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {constants} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const CLI = '@stoplight/spectral-cli';
const args = process.argv.slice(2);

function stop(message, hint) {
  process.stderr.write(`${message}\n    ${hint}\n`);
  process.exit(2);
}

const HELP = `Lints OpenAPI descriptions with Spectral and the ruleset of apigen.

Usage: apigen-spectral <description...> [option...]

The options are those of \`spectral lint\`. Without --ruleset, the ruleset is that of apigen.
`;

if (args.includes('--help') || args.includes('-h')) {
  try {
    writeFileSync(process.stdout.fd, HELP);
  } catch (error) {
    stop(`cannot write to standard output: ${error.message}`, 'choose another place');
  }
  process.exit();
}

/** Finds Spectral next to apigen, as in a hook's environment, or in the project. */
function spectral() {
  for (const from of [import.meta.url, path.join(process.cwd(), 'package.json')]) {
    try {
      const manifest = createRequire(from).resolve(`${CLI}/package.json`);
      return path.join(path.dirname(manifest), createRequire(from)(manifest).bin.spectral);
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  return stop(`${CLI} is not installed`, `install it: \`npm install --save-dev ${CLI}\``);
}

/** Options of `spectral lint` that take a value. Source: spectral-cli, `commands/lint.ts`. */
const TAKES_VALUE =
  /^(-[efroF]|--(encoding|format|output(\..+)?|stdin-filepath|resolver|ruleset|fail-severity))$/;
const descriptions = args.filter(
  (arg, index) => !arg.startsWith('-') && !TAKES_VALUE.test(args[index - 1] ?? ''),
);
if (descriptions.length === 0) {
  stop('no description given', 'name the root descriptions, for example `args: [openapi.yaml]`');
}
const missing = descriptions.find(
  (arg) => /\.(ya?ml|json)$/i.test(arg) && !/[*?[\]{}]|:\/\//.test(arg) && !existsSync(arg),
);
if (missing !== undefined)
  stop(`${missing}: no such file`, 'name the root descriptions, relative to the root of the repository');

const bundled = fileURLToPath(new URL('../dist/rulesets/index.js', import.meta.url));
const chosen = args.some((arg) => /^(-r|--ruleset)/.test(arg)) ? [] : ['--ruleset', bundled];
const child = spawn(process.execPath, [spectral(), 'lint', ...chosen, ...args], {stdio: 'inherit'});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (status, signal) => process.exit(status ?? 128 + constants.signals[signal ?? 'SIGTERM']));
