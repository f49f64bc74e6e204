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

interface Case {
  readonly args: readonly string[];
  readonly want: string;
}

const BOTH: readonly Case[] = [
  ...['Tracer', LONG, 'a b', '$(id)', "'%s\\n", 'a\nb', ''].map((name) => ({
    args: [`--namespace=${name}`],
    want: `invalid --namespace "${name}": expected ${NAMESPACE}`,
  })),
  {args: ['-n', 'Tracer'], want: `invalid --namespace "Tracer": expected ${NAMESPACE}`},
  {args: ['-nTracer'], want: `invalid --namespace "Tracer": expected ${NAMESPACE}`},
  ...['--trace-backend-endpoint', '--collector-export-endpoint'].map((option) => ({
    args: [option, 'a:65536'],
    want: `invalid ${option} "a:65536": expected ${ENDPOINT}`,
  })),
  {
    args: ['--chart-repo', 'ftp://bob:hunter2@charts.test'],
    want: 'invalid --chart-repo "ftp://***@charts.test": expected a URL that starts with https:// or http://',
  },
  {args: ['--chart-version='], want: 'invalid --chart-version "": expected a non-empty value'},
  {args: ['--context='], want: 'invalid --context "": expected a non-empty value'},
  {args: ['--trace-backend', 'kindB'], want: NO_ENDPOINT},
  {args: ['--skip-collector', '--skip-backend'], want: NO_TARGET},
  {args: ['--skip-collector', '--trace-backend-endpoint', 'own:1'], want: NO_TARGET},
  {
    args: ['--skip-collector', '--collector-export-endpoint', 'otel:4317'],
    want: '--collector-export-endpoint cannot be combined with --skip-collector',
  },
];

// Neither helm nor kubectl can be found: wrong usage is reported first.
const env = {PATH: '/usr/bin/nowhere:/bin'};

const wrongUsage = (want: string) => ({
  status: 2,
  stdout: '',
  stderr: `Error: ${want}\nSee more help with --help\n`,
});

describe.each(Object.entries(QUICK_INSTALLERS))('the %s refuses', (_, install) => {
  it.each(BOTH)('$args', async ({args, want}) => {
    expect(await install(args, {env})).toEqual(wrongUsage(want));
  });
});

describe('the script refuses', () => {
  it.each<Case>([
    {args: ['--bogus'], want: 'unknown option: --bogus'},
    {args: ['-x'], want: 'unknown option: -x'},
    {args: ['word'], want: 'unexpected argument: word'},
    {args: ['--', 'word'], want: 'unknown option: --'},
    {args: ['--skip-pma=true'], want: 'unexpected argument: true'},
    {args: ['--namespace'], want: 'missing value of --namespace'},
    {args: ['-n', '--skip-pma'], want: 'missing value of --namespace'},
    {args: ['--trace-backend', 'kinda'], want: 'invalid --trace-backend "kinda": expected kindA or kindB'},
  ])('$args', async ({args, want}) => {
    expect(await QUICK_INSTALLERS.script(args, {env})).toEqual(wrongUsage(want));
  });
});

describe('the command refuses', () => {
  it.each<Case>([
    {args: ['install', '--bogus'], want: 'Nonexistent flag: --bogus'},
    {args: ['install', 'word'], want: 'unexpected argument: word'},
    {args: ['install', 'word', '--skip-pma', 'more'], want: 'unexpected arguments: word, more'},
    {args: ['install', '--namespace'], want: 'Flag --namespace expects a value'},
    {args: ['install', '--set', ''], want: 'invalid --set "": expected a non-empty value'},
    {
      args: ['install', '--trace-backend', 'kinda'],
      want: 'Expected --trace-backend=kinda to be one of: kindA, kindB',
    },
    {
      args: ['install', '--chart', 'x', '--chart-repo', 'http://x', '--trace-backend', 'kindB'],
      want: `${NO_ENDPOINT}\n--chart cannot be combined with --chart-repo`,
    },
    {args: ['install', '--atomic', '--no-wait'], want: '--atomic cannot be combined with --no-wait'},
    {
      args: ['install', '--reuse-values', '--trace-backend-endpoint', 'tempo:9095'],
      want: 'missing --trace-backend: with --reuse-values it has no default; add --trace-backend kindA or kindB',
    },
    {args: ['install', '--timeout', '5'], want: `invalid --timeout "5": expected ${DURATION}`},
    {args: ['install', '--timeout', '0s'], want: `invalid --timeout "0s": expected ${DURATION}`},
    {args: ['open', '--port', '0'], want: 'invalid --port "0": expected an integer from 1 to 65535'},
    {args: ['status', '--namespace', '-'], want: `invalid --namespace "-": expected ${NAMESPACE}`},
    {args: ['uninstall', '--timeout', 'soon'], want: `invalid --timeout "soon": expected ${DURATION}`},
  ])('$args', async ({args, want}) => {
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
