import {chartFolder} from '../support/chart-repository.ts';
import {type HelmMajor, helm, kubectl} from '../support/clients.ts';
import {setFlags} from '../support/render.ts';

/** Helm's commands for a release in one namespace; they return the chart's refusal or Helm's error, or '' if all went well. */
export function releaseIn(major: HelmMajor, namespace: string, name = 'tracer') {
  const inIt = [name, '--namespace', namespace];
  const fault = async (...args: string[]): Promise<string> => {
    const {stderr} = await helm(major, args);
    return /execution error at \([^)]*\): (.*)/.exec(stderr)?.[1] ?? stderr;
  };
  const kube = async (...args: string[]): Promise<string> => {
    const {status, stdout, stderr} = await kubectl([...args, '--namespace', namespace]);
    if (status !== 0) throw new Error(stderr);
    return stdout;
  };
  const wait = ['--wait', '--timeout=2m'];
  return {
    kube,
    install: (...sets: string[]) => fault('install', ...inIt, chartFolder, ...wait, ...setFlags(sets)),
    upgrade: (...sets: string[]) => fault('upgrade', ...inIt, chartFolder, ...wait, ...setFlags(sets)),
    /** Without `--wait`, as the log of Helm 3 has a line for it. */
    uninstall: () => fault('uninstall', ...inIt),
    test: () => helm(major, ['test', ...inIt]),
    secret: (name: string, key: string, value: string) =>
      kube('create', 'secret', 'generic', name, `--from-literal=${key}=${value}`),
    /** The data of the chart's Secret. */
    data: async (): Promise<Record<string, string>> => {
      const {data}: {data: Record<string, string>} = JSON.parse(
        await kube('get', 'secret', 'tracer-postgresql', '-o', 'json'),
      );
      const text = (value: string) => Buffer.from(value, 'base64').toString();
      return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, text(value)]));
    },
  };
}
