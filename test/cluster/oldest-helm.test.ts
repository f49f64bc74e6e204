import {afterAll, beforeAll, expect, it} from '@jest/globals';
import {TOOLS} from '../../plugins/tracer/src/tools.ts';
import {type ChartRepository, serveChart} from './chart-repository.ts';
import {helm, helmMajors, inNamespace} from './clients.ts';
import {clusterAccess} from './cluster-access.ts';
import {INSTALLERS, install, invocation} from './installers.ts';
import {leftIn} from './objects.ts';
import {run} from './run.ts';

const there = clusterAccess().helm.oldest === undefined ? it.skip : it;
const [major = 3] = helmMajors;

let repository: ChartRepository;
beforeAll(async () => {
  repository = await serveChart(major);
});
afterAll(() => repository.close());
const surroundings = () => ({helm: 'oldest' as const, chartRepository: repository.url});

there('is of the minor version that the installers ask for', async () => {
  const [tool] = TOOLS;
  const {stdout} = await helm('oldest', tool.versionArgs);
  expect(stdout.split('.').slice(0, 2)).toEqual([`v${tool.minimum[0]}`, `${tool.minimum[1]}`]);
});

there.each(INSTALLERS)('the oldest helm is enough for the %s, and to uninstall', (installer) =>
  inNamespace(async (namespace) => {
    const options = ['--namespace', namespace, '--skip-pma'];
    const tracer = (...args: string[]) => {
      const {env, command, args: first} = invocation('command', [], surroundings());
      const starter = first.slice(0, first.indexOf('install'));
      return run(command, [...starter, ...args, '--namespace', namespace], {env});
    };
    expect(await install(installer, options, surroundings())).toMatchObject({status: 0, stderr: ''});
    expect(await install(installer, options, surroundings())).toMatchObject({status: 0, stderr: ''});
    expect(await tracer('status')).toMatchObject({status: 0, stderr: ''});
    expect(await tracer('uninstall', '--keep-data', '--yes')).toMatchObject({status: 0, stderr: ''});
    expect(await install(installer, options, surroundings())).toMatchObject({status: 0, stderr: ''});
    expect(await tracer('uninstall', '--yes')).toMatchObject({status: 0, stderr: ''});
    expect(await leftIn(namespace)).toEqual([]);
  }),
);
