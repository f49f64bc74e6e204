import {describe, expect, it, jest} from '@jest/globals';
import {runCli} from '../../start-cli.ts';
import {QUICK_INSTALLERS} from './installers.ts';

// Each row starts a program, on a machine that may be busy.
jest.setTimeout(60_000);

const ENDPOINT = '<host>:<port>, for example kindA-query:16685';
const NAMESPACE = 'at most 63 lower-case letters, digits and "-"';
const NO_TARGET =
  'the sample application has nowhere to send its traces without a collector and the bundled backend: add --skip-pma';
const NO_ENDPOINT =
  'missing --trace-backend-endpoint: --trace-backend kindB has no default endpoint; add for example --trace-backend-endpoint tempo:9095';
const LONG = 'a'.repeat(64);
const DURATION = 'a duration such as 90s, 5m or 1h30m';

type Case = readonly [want: string, ...args: string[]];

const BOTH: readonly Case[] = [
  ...['Tracer', LONG, 'a b', '$(id)', "'%s\\n", 'a\nb', ''].map(
    (name): Case => [`invalid --namespace "${name}": expected ${NAMESPACE}`, `--namespace=${name}`],
  ),
  [`invalid --namespace "Tracer": expected ${NAMESPACE}`, '-nTracer'],
  ...['--trace-backend-endpoint', '--collector-export-endpoint'].map(
    (option): Case => [`invalid ${option} "a:65536": expected ${ENDPOINT}`, option, 'a:65536'],
  ),
  [
    'invalid --chart-repo "ftp://***@charts.test": expected a URL that starts with https:// or http://',
    ...['--chart-repo', 'ftp://bob:hunter2@charts.test'],
  ],
  ['invalid --chart-version "": expected a non-empty value', '--chart-version='],
  ['invalid --context "": expected a non-empty value', '--context='],
  [NO_ENDPOINT, '--trace-backend', 'kindB'],
  [NO_TARGET, '--skip-collector', '--skip-backend'],
  [NO_TARGET, '--skip-collector', '--trace-backend-endpoint', 'own:1'],
  [
    '--collector-export-endpoint cannot be combined with --skip-collector',
    ...['--skip-collector', '--collector-export-endpoint', 'otel:4317'],
  ],
];

// Neither helm nor kubectl can be found: wrong usage is reported first.
const env = {PATH: '/usr/bin/nowhere:/bin'};

const wrongUsage = (want: string) => ({
  status: 2,
  stdout: '',
  stderr: `Error: ${want}\nSee more help with --help\n`,
});

describe.each(Object.entries(QUICK_INSTALLERS))('the %s refuses', (_, install) => {
  it.each(BOTH)('%s', async (want, ...args) => {
    expect(await install(args, {env})).toEqual(wrongUsage(want));
  });
});

it.each<Case>([
  ['unknown option: --bogus', '--bogus'],
  ['unknown option: -x', '-x'],
  ['unexpected argument: word', 'word'],
  ['unknown option: --', '--', 'word'],
  ['unexpected argument: true', '--skip-pma=true'],
  ['missing value of --namespace', '--namespace'],
  ['missing value of --namespace', '-n', '--skip-pma'],
  ['invalid --trace-backend "kinda": expected kindA or kindB', '--trace-backend', 'kinda'],
])('the script refuses: %s', async (want, ...args) => {
  expect(await QUICK_INSTALLERS.script(args, {env})).toEqual(wrongUsage(want));
});

describe('the command refuses', () => {
  it.each<Case>([
    ['Nonexistent flag: --bogus', 'install', '--bogus'],
    ['unexpected argument: word', 'install', 'word'],
    ['unexpected arguments: word, more', 'install', 'word', '--skip-pma', 'more'],
    ['Flag --namespace expects a value', 'install', '--namespace'],
    ['invalid --set "": expected a non-empty value', 'install', '--set', ''],
    ['Expected --trace-backend=kinda to be one of: kindA, kindB', 'install', '--trace-backend', 'kinda'],
    [
      `${NO_ENDPOINT}\n--chart cannot be combined with --chart-repo`,
      ...['install', '--chart', 'x', '--chart-repo', 'http://x', '--trace-backend', 'kindB'],
    ],
    ['--atomic cannot be combined with --no-wait', 'install', '--atomic', '--no-wait'],
    [
      'missing --trace-backend: with --reuse-values it has no default; add --trace-backend kindA or kindB',
      ...['install', '--reuse-values', '--trace-backend-endpoint', 'tempo:9095'],
    ],
    [`invalid --timeout "5": expected ${DURATION}`, 'install', '--timeout', '5'],
    ['invalid --port "0": expected an integer from 1 to 65535', 'open', '--port', '0'],
    [`invalid --namespace "-": expected ${NAMESPACE}`, 'status', '--namespace', '-'],
    [`invalid --timeout "soon": expected ${DURATION}`, 'uninstall', '--timeout', 'soon'],
  ])('%s', async (want, ...args) => {
    expect(await runCli(['tracer', ...args], {env})).toEqual(wrongUsage(want));
  });

  it('to uninstall without a terminal and without --yes', async () => {
    expect(await runCli(['tracer', 'uninstall'], {env})).toEqual({
      status: 2,
      stdout: '',
      stderr: 'Error: cannot ask without a terminal: add --yes to uninstall\n',
    });
  });

  it('with --json, as a JSON result', async () => {
    const args = ['tracer', 'install', '--json', '--namespace', 'X'];
    const {status, stdout, stderr} = await runCli(args, {env});
    const message = `invalid --namespace "X": expected ${NAMESPACE}\nSee more help with --help`;
    expect({status, stderr, result: JSON.parse(stdout)}).toEqual({
      status: 2,
      stderr: '',
      result: {error: {message, exitCode: 2, details: []}},
    });
  });
});
