import {cpSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll} from '@jest/globals';
import {startSite} from '../../release/release-site.ts';
import type {Server} from '../../server.ts';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {type Helm, type HelmMajor, helm} from './clients.ts';

/** The chart's sources. */
export const chartFolder = path.resolve(import.meta.dirname, '..', '..', '..', 'plugins', 'tracer', 'chart');

/** Packs a chart as a release does, and serves it as a chart repository on a free port of loopback. */
export async function serveChart(major: HelmMajor, chart: string = chartFolder): Promise<Server> {
  const folder = mkdtempSync(path.join(clusterAccess().folder, 'charts-'));
  for (const args of [
    ['package', chart, '--destination', folder],
    ['repo', 'index', folder],
  ]) {
    const {status, stderr} = await helm(major, args);
    if (status !== 0) throw new Error(stderr);
  }
  const {url, close} = await startSite({charts: folder});
  return {url: `${url}/charts`, close};
}

/**
 * Serves a chart during the tests of a block or file. Returns what an installer needs to install it with this helm, and the variables
 * given, if any.
 */
export function servedChart(version: Helm = 3, serve = serveChart) {
  let repository: Server;
  beforeAll(async () => {
    repository = await serve(version === 'oldest' ? 3 : version);
  });
  afterAll(() => repository.close());
  return (env: NodeJS.ProcessEnv = {}) => ({helm: version, chartRepository: repository.url, env});
}

/** Serves the chart with an annotation for which kwok simulates images that cannot be pulled. */
export function serveChartThatNeverStarts(major: HelmMajor): Promise<Server> {
  const copy = path.join(mkdtempSync(path.join(clusterAccess().folder, 'chart-')), 'tracer');
  cpSync(chartFolder, copy, {recursive: true});
  const values = readFileSync(path.join(copy, 'values.yaml'), 'utf8');
  const failing = 'podAnnotations: {apigen.test/play: image-never-starts}';
  writeFileSync(path.join(copy, 'values.yaml'), values.replace('podAnnotations: {}', failing));
  return serveChart(major, copy);
}
