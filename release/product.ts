import {readFileSync} from 'node:fs';
import path from 'node:path';
import {output} from './program.ts';

/** The repository's root: the scripts are run from there by npm. */
export const ROOT = process.cwd();

/** Where a package says that it comes from; `write-addresses` writes the real address over it. */
export const HOMEPAGE = 'https://get.apigen.example';

/** Who answers for the packages; the install script knows ours by the word `apigen` in it. */
export const MAINTAINER = 'The apigen developers <apigen@apigen.example>';

/** One of the programs that are released, each as a single executable. */
export interface Program {
  readonly name: 'apigen' | 'tracer';
  /** Where it starts, from the root. */
  readonly entry: string;
  readonly summary: string;
  readonly description: string;
}

export const PROGRAMS: readonly Program[] = [
  {
    name: 'apigen',
    entry: 'bin/standalone.ts',
    summary: 'make a service mesh follow an OpenAPI description',
    description:
      'Reads an OpenAPI description and writes the ServiceProfile of a service mesh: routes and timeouts.',
  },
  {
    name: 'tracer',
    entry: 'bin/standalone-tracer.ts',
    summary: 'install and look after the trace-testing tool on a cluster',
    description:
      'Client of the trace-testing tool: installs it on a Kubernetes cluster, shows its state, opens its pages.',
  },
];

/** What every part of one release shares. */
export interface Release {
  readonly version: string;
  /** The commit's time in seconds: every time stamp in what is made. */
  readonly epoch: number;
  /** Where all of it goes. */
  readonly folder: string;
}

/** The version of package.json, the time of the commit (`SOURCE_DATE_EPOCH` wins over git) and the folder `dist/release`. */
export async function release(folder = path.join(ROOT, 'dist', 'release')): Promise<Release> {
  const {version} = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const epoch = Number(process.env.SOURCE_DATE_EPOCH ?? (await output('git', ['log', '-1', '--format=%ct'])));
  return {version: String(version), epoch, folder};
}
