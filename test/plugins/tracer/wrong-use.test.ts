import {describe, expect, it, jest} from '@jest/globals';
import {startCli} from '../../start-cli.ts';
import {INSTALLERS} from './installers.ts';

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

const REPO_ADD =
  'run `helm repo add private <url> --username <user> --password-stdin`, then `apigen tracer install --chart private/tracer`';
const credentials = (name: string, hint = REPO_ADD) =>
  `invalid ${name}: a user name or password in the URL would be in helm's arguments\n${hint}`;

const BOTH: readonly Case[] = [
  ...['Tracer', LONG, 'a b', '$(id)', "'%s\\n", 'a\nb', ''].map((name) => ({
    args: [`--namespace=${name}`],
    want: `invalid --namespace "${name}": expected ${NAMESPACE}`,
  })),
  {args: ['-n', 'Tracer'], want: `invalid --namespace "Tracer": expected ${NAMESPACE}`},
  {args: ['-nTracer'], want: `invalid --namespace "Tracer": expected ${NAMESPACE}`},
  ...['jaeger', 'a:0', 'a:65536', '::1:80', 'a..b:1', 'http://a:1'].map((endpoint) => ({
    args: ['--trace-backend-endpoint', endpoint],
    want: `invalid --trace-backend-endpoint "${endpoint}": expected ${ENDPOINT}`,
  })),
  {
    args: ['--collector-export-endpoint', 'otel'],
    want: `invalid --collector-export-endpoint "otel": expected ${ENDPOINT}`,
  },
  {
    args: ['--chart-repo', 'charts'],
    want: 'invalid --chart-repo "charts": expected a URL that starts with https:// or http://',
  },
  {
    args: ['--chart-repo', 'ftp://bob:hunter2@charts.test'],
    want: 'invalid --chart-repo "ftp://***@charts.test": expected a URL that starts with https:// or http://',
  },
  {args: ['--chart-repo', 'https://bob:hunter2@charts.test'], want: credentials('--chart-repo')},
  {args: ['--chart-repo', 'http://bob@charts.test?a#b'], want: credentials('--chart-repo')},
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

describe.each(Object.entries(INSTALLERS))('the %s refuses', (_, install) => {
  it.each(BOTH)('$args', async ({args, want}) => {
    expect(await install(args, {env})).toEqual(wrongUsage(want));
  });

  it('TRACER_CHART_REPO_URL with a password', async () => {
    const withPassword = {...env, TRACER_CHART_REPO_URL: 'https://bob:hunter2@charts.test/a'};
    expect(await install(['--chart-version', '1.0.0'], {env: withPassword})).toEqual(
      wrongUsage(credentials('TRACER_CHART_REPO_URL')),
    );
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
    expect(await INSTALLERS.script(args, {env})).toEqual(wrongUsage(want));
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
    {args: ['install', '--chart', 'https://bob:x@charts.test/a.tgz'], want: credentials('--chart')},
    {
      args: ['install', '--values', 'values.yaml', '--values', 'https://bob:x@files.test/a.yaml'],
      want: credentials('--values', 'add --values <(curl --netrc <url>)'),
    },
    {
      args: ['install', '--reuse-values', '--trace-backend-endpoint', 'tempo:9095'],
      want: 'missing --trace-backend: with --reuse-values it has no default; add --trace-backend kindA or kindB',
    },
    {args: ['install', '--timeout', '5'], want: `invalid --timeout "5": expected ${DURATION}`},
    {args: ['install', '--timeout', '0s'], want: `invalid --timeout "0s": expected ${DURATION}`},
    {args: ['open', '--port', '0'], want: 'invalid --port "0": expected an integer from 1 to 65535'},
    {args: ['status', '--namespace', '-'], want: `invalid --namespace "-": expected ${NAMESPACE}`},
    {args: ['version', 'x'], want: 'unexpected argument: x'},
    {args: ['uninstall', '--timeout', 'soon'], want: `invalid --timeout "soon": expected ${DURATION}`},
  ])('$args', async ({args, want}) => {
    expect(await startCli(['tracer', ...args], {env})).toEqual(wrongUsage(want));
  });

  it('to uninstall without a terminal and without --yes', async () => {
    expect(await startCli(['tracer', 'uninstall'], {env})).toEqual({
      status: 2,
      stdout: '',
      stderr: 'Error: cannot ask without a terminal: add --yes to uninstall\n',
    });
  });

  it('with --json, as a JSON result', async () => {
    const args = ['tracer', 'install', '--json', '--namespace', 'X'];
    const {status, stdout, stderr} = await startCli(args, {env});
    const message = `invalid --namespace "X": expected ${NAMESPACE}\nSee more help with --help`;
    expect({status, stderr, result: JSON.parse(stdout)}).toEqual({
      status: 2,
      stderr: '',
      result: {error: {message, exitCode: 2, details: []}},
    });
  });
});
