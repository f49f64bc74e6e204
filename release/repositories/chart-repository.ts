import {copyFile, cp, mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {address} from '../../plugins/tracer/src/addresses.ts';
import {type Release, ROOT} from '../product.ts';
import {output} from '../run-program.ts';
import {goTool} from '../tools/go-tools.ts';

/**
 * Packs the chart with the licence and writes the index of its repository. helm stores the files' own times in the archive and the current time in the index.
 * The latter is replaced, so that only the archive differs between two checkouts.
 */
export async function chartRepository({folder, version, epoch}: Release): Promise<void> {
  const charts = path.join(folder, 'charts');
  await rm(charts, {recursive: true, force: true});
  await mkdir(charts, {recursive: true});
  const helm = await goTool('helm');
  const chart = path.join(charts, 'tracer');
  await cp(path.join(ROOT, 'plugins', 'tracer', 'chart'), chart, {recursive: true});
  await copyFile(path.join(ROOT, 'LICENSE'), path.join(chart, 'LICENSE'));
  await output(helm, ['package', chart, '--version', version, '--destination', charts]);
  await rm(chart, {recursive: true});
  await output(helm, ['repo', 'index', charts, '--url', address('TRACER_CHART_REPO_URL')]);
  const index = path.join(charts, 'index.yaml');
  const stamp = new Date(epoch * 1000).toISOString();
  const text = await readFile(index, 'utf8');
  await writeFile(index, text.replace(/^(\s*(?:created|generated): ).*$/gm, `$1"${stamp}"`));
}
