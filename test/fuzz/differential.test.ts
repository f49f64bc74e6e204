import {existsSync, readFileSync, rmSync} from 'node:fs';
import path from 'node:path';
import {expect, jest, test} from '@jest/globals';
import {bundle, createConfig} from '@redocly/openapi-core';
import fc from 'fast-check';
import {dump} from 'js-yaml';
import apigenPlugin from '../../plugins/redocly/index.ts';
import {type VersionNeed, versionNeeds, versionProblems} from '../../src/core/targets/version-needs.ts';
import {generate, hasErrors, render} from '../../src/index.ts';
import {readDescription, report} from '../../src/io/index.ts';
import {NOWHERE} from '../../src/io/print/problems.ts';
import {runCli} from '../start-cli.ts';
import {description} from './arbitraries.ts';
import {RUNS, SEED, workFolder} from './fuzz.ts';

/** How many descriptions one process reads: few enough that all problems are printed. */
const BATCH = 4;

const {folder, write} = workFolder();
// The plugin reports each file that it wrote.
jest.spyOn(process.stderr, 'write').mockReturnValue(true);

/** A description in a file, and what the library makes of it. */
interface Api {
  readonly name: string;
  readonly file: string;
  /** The profile; absent when a problem is an error. */
  readonly text: string | undefined;
  readonly messages: string;
  /** What a run says once for all its descriptions. */
  readonly needs: readonly VersionNeed[];
}

const optionsOf = (name: string) => ({'service.name': name});

/** A key that is an error where YAML has it without quotes, as js-yaml writes it: like a comment, or with a quote or a line break. */
const NEEDS_QUOTES = /"(?:\/[/*](?:[^"\\]|\\.)*|(?:[^"\\]|\\.)*(?:'|\\["nr])(?:[^"\\]|\\.)*)":/;

/** Every other description is YAML. */
async function throughLibrary(document: object, number: number): Promise<Api> {
  const name = `a${number}`;
  const json = JSON.stringify(document);
  const file = write(`${name}.yaml`, number % 2 === 0 || NEEDS_QUOTES.test(json) ? json : dump(document));
  const read = await readDescription(file);
  const {objects, problems, mesh} = generate(read.document, {...read, settings: optionsOf(name)});
  const messages = report(problems, {texts: read.texts, nameOf: (uri) => path.basename(uri)});
  const text = hasErrors(problems) ? undefined : render(objects, 'yaml');
  return {name, file, messages, text, needs: versionNeeds(objects, mesh)};
}

/** The APIs of a configuration, each with a Service and an output of its own. */
const configured = (apis: readonly Api[], output: string) =>
  Object.fromEntries(
    apis.map(({name, file}) => {
      const decorators = {'apigen/service-profile': {...optionsOf(name), output}};
      return [name, {root: path.basename(file), decorators}];
    }),
  );

/** The output of each API; absent where there is none. */
function outputs(apis: readonly Api[], extension: string): readonly (string | undefined)[] {
  return apis
    .map(({name}) => path.join(folder, `${name}.${extension}`))
    .map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined));
}

/** The lines of messages: a run of several APIs sorts them by file. */
const sorted = (messages: string) => messages.split('\n').sort();

/** What a run of several APIs prints before the number of problems and the table of their outputs, or before the line about the only one. */
const beforeSummary = (printed: string) =>
  printed.replace(
    /^([\d,]+ (?:error|warning|note).* in |API +OUTPUT +RESULT|\d+ APIs: |apigen: \S+: wrote )[\s\S]*$/m,
    '',
  );

/** The descriptions through one process of the command line. When one has an error, it writes no output at all. */
async function throughCli(apis: readonly Api[]): Promise<unknown> {
  write('redocly.yaml', JSON.stringify({apis: configured(apis, '{api}.cli')}));
  // The files of an earlier configuration are left over.
  rmSync(path.join(folder, '.apigen-files'), {force: true});
  const run = await runCli(['mesh', '--config', 'redocly.yaml'], {cwd: folder});
  return {...run, stderr: sorted(beforeSummary(run.stderr)), outputs: outputs(apis, 'cli')};
}

function wantedOfCli(apis: readonly Api[], status: number): unknown {
  const needs = report(versionProblems(apis.flatMap((api) => api.needs)), NOWHERE);
  const messages = apis.map((api) => api.messages).join('') + needs;
  return {status, stdout: '', stderr: sorted(messages), outputs: apis.map(({text}) => text)};
}

/** The descriptions through Redocly, in this process. */
async function throughRedocly(apis: readonly Api[]): Promise<readonly (string | undefined)[]> {
  const config = await createConfig(
    {plugins: [apigenPlugin()], apis: configured(apis, '{api}.redocly')},
    {configPath: path.join(folder, 'redocly.yaml')},
  );
  for (const {name, file} of apis) await bundle({ref: file, config: config.forAlias(name)});
  return outputs(apis, 'redocly');
}

async function compare(apis: readonly Api[]): Promise<void> {
  const good = apis.filter(({text}) => text !== undefined);
  const bad = apis.filter(({text}) => text === undefined);
  // A configuration without APIs is refused.
  if (good.length > 0) expect(await throughCli(good)).toEqual(wantedOfCli(good, 0));
  if (bad.length > 0) expect(await throughCli(bad)).toEqual(wantedOfCli(bad, 1));
  expect(await throughRedocly(apis)).toEqual(apis.map(({text}) => text));
}

test(`library, command line and Redocly plugin agree (APIGEN_FUZZ_SEED=${SEED}, ${RUNS} descriptions)`, async () => {
  for (let first = 0; first < RUNS; first += BATCH) {
    const documents = fc.sample(description, {seed: SEED + first, numRuns: Math.min(BATCH, RUNS - first)});
    const apis: Api[] = [];
    for (const document of documents) apis.push(await throughLibrary(document, first + apis.length));
    await compare(apis);
  }
});
