import {readFileSync} from 'node:fs';
import path from 'node:path';
import type {Signer} from './signing.ts';
import {output} from './tools.ts';

/** The repository's root: npm runs the scripts there. */
export const ROOT = process.cwd();

/** The homepage in every package. `write-addresses` replaces it by the real address. */
export const HOMEPAGE = 'https://get.apigen.example';

/** The maintainer of the packages. The install script recognises our packages by the word `apigen` in it. */
export const MAINTAINER = 'The apigen developers <apigen@apigen.example>';

/** A program that is released as a single executable. */
export interface Program {
  readonly name: 'apigen' | 'tracer';
  /** The file with its entry point, relative to the root. */
  readonly entry: string;
  readonly summary: string;
  readonly description: string;
}

export const PROGRAMS: readonly Program[] = [
  {
    name: 'apigen',
    entry: 'bin/standalone.ts',
    summary: 'configure a service mesh from an OpenAPI description',
    description:
      'Reads OpenAPI descriptions and writes ServiceProfiles or HTTPRoutes for the\nservice mesh. `apigen tracer` needs helm and kubectl.',
  },
  {
    name: 'tracer',
    entry: 'bin/standalone-tracer.ts',
    summary: 'install and manage the trace-testing tool on a cluster',
    description:
      'Client of the trace-testing tool: installs it on a Kubernetes cluster, shows\nits status, opens its pages. Needs helm and kubectl.',
  },
];

export const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** What all steps of a release share. */
export interface Release {
  readonly version: string;
  /** The time of the commit in seconds since 1970: the timestamp of every file that is made. */
  readonly epoch: number;
  /** The folder that gets all files. */
  readonly folder: string;
  /** Signs rpms, checksums and repositories. Without one they are unsigned. */
  readonly signer?: Signer | undefined;
}

/** Returns the version of package.json, the time of the commit (`SOURCE_DATE_EPOCH` overrides it) and the folder `dist/release`. */
export async function readRelease(): Promise<Release> {
  const folder = path.join(ROOT, 'dist', 'release');
  const {version} = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const epoch = Number(process.env.SOURCE_DATE_EPOCH ?? (await output('git', ['log', '-1', '--format=%ct'])));
  return {version: String(version), epoch, folder};
}
