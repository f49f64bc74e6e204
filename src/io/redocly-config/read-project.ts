import type {Problem} from '../../core/problem.ts';
import type {Places} from '../report/report.ts';
import {chosenApis} from './chosen-apis.ts';
import type {ConfiguredApi} from './project-config.ts';
import {type RedoclyProject, readRedoclyConfig} from './redocly-config.ts';
import type {ConfigAccess} from './resolve-with-redocly.ts';
import {UnknownApi, UnusableConfig} from './unusable-config.ts';

/** Which APIs of a configuration file are meant. */
export interface ProjectChoice extends ConfigAccess {
  readonly config: string;
  /** Names or paths of the APIs; none means all. */
  readonly apis: readonly string[];
}

/** A configuration file and the APIs of it that are meant, or why it cannot be used. */
export type ReadProject =
  | {readonly project: RedoclyProject; readonly apis: readonly ConfiguredApi[]}
  | {readonly problems: readonly Problem[]; readonly texts: Places['texts']; readonly status: FailedStatus};

/** The exit code of a run that fails: 2 when the command line is wrong, 1 for all else. */
export type FailedStatus = 1 | 2;

/** Reads a `redocly.yaml` and finds the APIs that are meant. */
export async function readProject(
  {config, apis, ...access}: ProjectChoice,
  folder: string,
): Promise<ReadProject> {
  try {
    const project = await readRedoclyConfig(config, access);
    return {project, apis: chosenApis(project, apis, folder)};
  } catch (error) {
    if (!(error instanceof UnusableConfig)) throw error;
    const {problems, text} = error;
    const texts = problems.flatMap(({location}) => (location && text ? [[location.uri, text] as const] : []));
    return {problems, texts: new Map(texts), status: error instanceof UnknownApi ? 2 : 1};
  }
}
