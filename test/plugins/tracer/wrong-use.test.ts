import {describe, expect, it, jest} from '@jest/globals';
import {startCli} from '../../start-cli.ts';
import {INSTALLERS} from './installers.ts';

// Each row starts a program, on a machine that may be busy.
jest.setTimeout(60_000);

const ENDPOINT = 'give <host>:<port> with a port from 1 to 65535, for example kindA-query:16685';
const NAMESPACE = 'give a name of at most 63 lower-case letters, digits and "-", for example tracer';
const NO_TARGET =
  'Without a collector and without the bundled kind A backend, the sample application has nowhere to send its traces: add --skip-pma';
const NO_ENDPOINT =
  '--trace-backend kindB has no default endpoint: add --trace-backend-endpoint <host>:<port>, for example --trace-backend-endpoint tempo:9095';
const LONG = 'a'.repeat(64);

const CASES: readonly {readonly args: readonly string[]; readonly want: string}[] = [
  {args: ['--bogus'], want: 'Nonexistent flag: --bogus'},
  {args: ['--bogus=1', '-x'], want: 'Nonexistent flags: --bogus=1, -x'},
  {args: ['word'], want: 'Unexpected argument: word'},
  {args: ['word', '--skip-pma', 'more'], want: 'Unexpected arguments: word, more'},
  {args: ['word', '--skip-pma=true', 'more', 'word'], want: 'Unexpected arguments: word, true, more, word'},
  {args: ['a', '-', '--yes', '-1', '--', '-x', 'a'], want: 'Unexpected arguments: a, -, -1, -x, a'},
  {args: ['--', '--skip-pma'], want: 'Unexpected argument: --skip-pma'},
  {args: ['--skip-pma=true'], want: 'Unexpected argument: true'},
  {args: ['--namespace'], want: 'Flag --namespace expects a value'},
  {args: ['--namespace', '--skip-pma'], want: 'Flag --namespace expects a value'},
  {args: ['--namespace', 'a', '--namespace', 'b'], want: 'Flag --namespace can only be specified once'},
  {args: ['-n'], want: 'Flag --namespace expects a value'},
  {args: ['-n', '-y'], want: 'Flag --namespace expects a value'},
  {args: ['--context', '-nshop'], want: 'Flag --context expects a value'},
  {args: ['-n', 'a', '--namespace', 'b'], want: 'Flag --namespace can only be specified once'},
  {args: ['-n', 'Tracer'], want: `--namespace is "Tracer": ${NAMESPACE}`},
  {args: ['-nTracer', '-y'], want: `--namespace is "Tracer": ${NAMESPACE}`},
  {args: ['-ynTracer'], want: `--namespace is "Tracer": ${NAMESPACE}`},
  {args: ['-n=Tracer'], want: `--namespace is "Tracer": ${NAMESPACE}`},
  {args: ['-n='], want: `--namespace is "": ${NAMESPACE}`},
  {args: ['-yx'], want: 'Nonexistent flag: -x'},
  {args: ['--namespace='], want: `--namespace is "": ${NAMESPACE}`},
  {args: ['--namespace', 'Tracer'], want: `--namespace is "Tracer": ${NAMESPACE}`},
  {args: ['--namespace', LONG], want: `--namespace is "${LONG}": ${NAMESPACE}`},
  {args: ['--namespace', 'a b'], want: `--namespace is "a b": ${NAMESPACE}`},
  {args: ['--namespace', '$(id)'], want: `--namespace is "$(id)": ${NAMESPACE}`},
  {args: ['--namespace', "'%s\\n"], want: `--namespace is "'%s\\n": ${NAMESPACE}`},
  {args: ['--trace-backend'], want: 'Flag --trace-backend expects one of these values: kindA, kindB'},
  {args: ['--trace-backend', 'kinda'], want: 'Expected --trace-backend=kinda to be one of: kindA, kindB'},
  {args: ['--trace-backend='], want: 'Expected --trace-backend= to be one of: kindA, kindB'},
  {args: ['--trace-backend', 'kindB'], want: NO_ENDPOINT},
  {args: ['--trace-backend-endpoint', 'jaeger'], want: `--trace-backend-endpoint is "jaeger": ${ENDPOINT}`},
  {args: ['--trace-backend-endpoint', 'a:65536'], want: `--trace-backend-endpoint is "a:65536": ${ENDPOINT}`},
  {
    args: ['--chart-repo', 'charts'],
    want: '--chart-repo is "charts": give an address that begins with https:// or http://',
  },
  {args: ['--chart-version='], want: '--chart-version is "": give a value, or leave the option out'},
  {args: ['--context', ''], want: '--context is "": give a value, or leave the option out'},
  {args: ['--skip-collector', '--skip-backend'], want: NO_TARGET},
  {args: ['--skip-collector', '--trace-backend-endpoint', 'own:1'], want: NO_TARGET},
  {
    args: ['--namespace', 'X', '--trace-backend', 'kindB'],
    want: `--namespace is "X": ${NAMESPACE}\n${NO_ENDPOINT}`,
  },
];

// Neither tool can be found: wrong use is told before any tool is looked for.
const env = {PATH: '/usr/bin/nowhere:/bin'};

describe.each(Object.entries(INSTALLERS))('the %s refuses', (_, install) => {
  it.each(CASES)('$args', async ({args, want}) => {
    expect(await install(args, {env})).toEqual({
      status: 2,
      stdout: '',
      stderr: `Error: ${want}\nSee more help with --help\n`,
    });
  });
});

describe('the command alone refuses', () => {
  it.each([
    {
      args: ['install', '--chart', 'x', '--chart-repo', 'http://x'],
      want: '--chart and --chart-repo both say where the chart comes from: leave one out',
    },
    {
      args: ['install', '--timeout', '5'],
      want: '--timeout is "5": give a duration of more than 0 such as 90s, 5m or 1h30m',
    },
    {
      args: ['install', '--timeout', '0s'],
      want: '--timeout is "0s": give a duration of more than 0 such as 90s, 5m or 1h30m',
    },
    {args: ['install', '--set', ''], want: '--set is "": give a value, or leave the option out'},
    {args: ['open', '--port', '0'], want: '--port is "0": give a port from 1 to 65535'},
    {args: ['status', '--namespace', '-'], want: `--namespace is "-": ${NAMESPACE}`},
    {args: ['version', 'x'], want: 'Unexpected argument: x'},
    {
      args: ['uninstall', '--timeout', 'soon'],
      want: '--timeout is "soon": give a duration of more than 0 such as 90s, 5m or 1h30m',
    },
  ])('$args', async ({args, want}) => {
    expect(await startCli(['tracer', ...args], {env})).toEqual({
      status: 2,
      stdout: '',
      stderr: `Error: ${want}\nSee more help with --help\n`,
    });
  });

  it('to uninstall without a terminal and without --yes', async () => {
    expect(await startCli(['tracer', 'uninstall'], {env})).toEqual({
      status: 2,
      stdout: '',
      stderr: 'Error: There is no terminal to ask on: add --yes to uninstall without being asked\n',
    });
  });

  it('with --json as a result for machines', async () => {
    const {status, stdout, stderr} = await startCli(['tracer', 'install', '--json', '--namespace', 'X'], {
      env,
    });
    const message = `--namespace is "X": ${NAMESPACE}\nSee more help with --help`;
    expect({status, stderr, result: JSON.parse(stdout)}).toEqual({
      status: 2,
      stderr: '',
      result: {error: {message, exitCode: 2, details: []}},
    });
  });
});
