import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

/** The chart's files: path inside the chart, with `/`, to content. */
export type ChartFiles = Readonly<Record<string, string>>;

let embedded: ChartFiles | undefined;

/** Tells this module the chart's files; a single executable, which has no files beside it, does so before it runs a command. */
export function embedChart(files: ChartFiles): void {
  embedded = files;
}

async function unpacked(files: ChartFiles): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tracer-chart-'));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), {recursive: true});
    await writeFile(file, content);
  }
  return folder;
}

/**
 * Runs `use` with a folder that holds the chart: the one beside `dist`, or in an executable a private temporary one, removed afterwards.
 * The only way to the files that are shipped with the commands.
 */
export async function withChart<T>(use: (folder: string) => Promise<T>): Promise<T> {
  if (!embedded) return use(fileURLToPath(new URL('../chart', import.meta.url)));
  const folder = await unpacked(embedded);
  try {
    return await use(folder);
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}
