import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, expect, test} from '@jest/globals';
import {Ajv2020} from 'ajv/dist/2020.js';
import {SKIP_NEW_RULES, withoutNewRules} from './shown-rules.ts';
import {type CliRun, runCli, VERSION} from './start-cli.ts';

const validateReport = new Ajv2020({allowUnionTypes: true}).compile(
  JSON.parse(readFileSync('schema-report.json', 'utf8')),
);

/** Why a text is not what the schema of `--json` says. */
function reportFaults(text: string): readonly unknown[] {
  validateReport(JSON.parse(text));
  return validateReport.errors ?? [];
}

const rewrites = process.env.APIGEN_REWRITE_CASES === '1';

/**
 * Tests that each command line of a text file gives the output below it: what is printed to standard output, then the lines of standard error
 * after `! `, then `[exit 1]` unless the program succeeds. `"<version>"` is our own. `$ apigen routes match < access.log` has that file as its input.
 *
 * @param folder the folder in which the command lines run, one after another
 */
export function testTranscript(file: string, folder: () => string, start = runCli): void {
  const parts = readFileSync(file, 'utf8')
    .split(/^\$ apigen ?/m)
    .slice(1);
  const cases = parts.map((part) => {
    const end = part.indexOf('\n');
    return {line: part.slice(0, end), want: part.slice(end + 1)};
  });
  const found: string[] = [];

  test.each(cases)('apigen $line', async ({line, want}) => {
    const [words = '', from] = line.split(' < ');
    const [command = '', ...args] = words.match(/'[^']*'|\S+/g) ?? [];
    const skipped = PROBLEMS_MATTER.test(words) ? SKIP_NEW_RULES : [];
    const input = from === undefined ? {} : {input: readFileSync(path.join(folder(), from))};
    const run = await start([command, ...skipped, ...args.map((word) => word.replaceAll("'", ''))], {
      cwd: folder(),
      showsNote: true,
      ...input,
    });
    // Of a wrong command line there is none.
    if (/^(?!tracer ).* --json\b/.test(line) && run.stdout !== '')
      expect(reportFaults(run.stdout)).toEqual([]);
    found.push(`$ apigen ${line}\n${shown(run)}`);
    if (!rewrites) expect(shown(run)).toBe(want);
  });

  afterAll(() => {
    if (rewrites && found.length === cases.length) writeFileSync(file, found.join(''));
  });
}

/** Command lines whose output or status depends on problems that are not printed as text. */
const PROBLEMS_MATTER = /^(?!.*--(config|explain))(lint |(mesh|diff) .*--(strict|json)\b)/;

/** Settings of a route in JSON that are not about timeouts or retries: a new setting changes no transcript. */
const OTHER_SETTING = /,\n +"(?!timeouts\.request_timeout|retryable)[\w.]+": \{\n +"value": [^{}]*\}/g;

function shown({status, stdout, stderr}: CliRun): string {
  const errors = withoutNewRules(stderr).replace(/^(?=[\s\S])/gm, '! ');
  const texts = [withoutNewRules(stdout).replaceAll(OTHER_SETTING, ''), errors].map((text) =>
    /[^\n]$/.test(text) ? `${text}[no line end]\n` : text,
  );
  const text = texts.join('').replaceAll('\r', '␍').replaceAll(`"${VERSION}"`, '"<version>"');
  return `${text}${status === 0 ? '' : `[exit ${status}]\n`}`;
}
