import {hasErrors} from '../../core/problem.ts';
import {OUTPUT_FORMATS, render} from '../../core/run/output-format.ts';
import type {KubernetesObject} from '../../core/targets/target.ts';
import type {ConfiguredApi, ProjectConfig} from '../redocly-config/project-config.ts';
import {type DescriptionObjects, type DescriptionRun, descriptionObjects} from './description-objects.ts';

/** The output of one of many descriptions, as plain data. */
export interface DescriptionOutput extends Omit<DescriptionObjects, 'objects'> {
  readonly objects: readonly ObjectName[];
  /** The objects themselves, where they are compared with others. */
  readonly generated?: readonly KubernetesObject[];
  /** Absent when a problem is an error, and for an API that is skipped. */
  readonly text?: string;
}

export interface ObjectName {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

/** What the outputs of several descriptions have in common, as plain data. */
export interface ManyRun extends DescriptionRun {
  /** The configuration file, when the descriptions are its APIs. */
  readonly project?: ProjectConfig;
}

/** Reads one of many descriptions and generates its output. */
export async function descriptionOutput(api: ConfiguredApi, run: ManyRun): Promise<DescriptionOutput> {
  const {objects, ...rest} = await objectsOf(api, run);
  const hasOutput = !hasErrors(rest.problems) && rest.skipped === undefined;
  return {
    ...rest,
    objects: objects.map(({kind, metadata: {name, namespace}}) => ({kind, name, namespace})),
    ...((run.watch || run.checkCluster) && {generated: objects}),
    ...(hasOutput && {text: render(objects, run.format ?? OUTPUT_FORMATS[0])}),
  };
}

async function objectsOf(api: ConfiguredApi, {project, ...run}: ManyRun): Promise<DescriptionObjects> {
  if (project === undefined) return descriptionObjects(api.description, run);
  const {apiObjects} = await import('./api-objects.ts');
  return apiObjects(api, project, run);
}
