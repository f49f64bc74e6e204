import {cp, link, mkdir, readdir, rm} from 'node:fs/promises';
import path from 'node:path';
import type {Release} from '../product.ts';

/** Recreates the folder `deb` or `rpm` of a release with its packages of that format, hard-linked where the file system can. */
export async function repositoryFolder(format: 'deb' | 'rpm', {folder}: Release): Promise<string> {
  const repository = path.join(folder, format);
  await rm(repository, {recursive: true, force: true});
  await mkdir(repository, {recursive: true});
  const names = (await readdir(folder)).filter((name) => name.endsWith(`.${format}`));
  for (const name of names.sort()) {
    const [from, to] = [path.join(folder, name), path.join(repository, name)];
    await link(from, to).catch(() => cp(from, to));
  }
  return repository;
}
