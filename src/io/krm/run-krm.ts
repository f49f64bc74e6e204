import {type Resource, resourceId, resourceName, resourceOf} from '../../core/krm/resources.ts';
import {fieldPath, toResult} from '../../core/krm/results.ts';
import {hasErrors, type Problem} from '../../core/problem.ts';
import {documentNames, report} from '../report/report.ts';
import type {Terminal} from '../write/output.ts';
import {blockList} from './block-list.ts';
import {generateRoutes, type Routes} from './generate-routes.ts';
import {CONFIG_URI, type InputList, readInputList} from './input-list.ts';
import {keepAnnotations} from './kept-annotations.ts';
import {resourceListText} from './resource-list-text.ts';

/**
 * Runs as a KRM function: reads a ResourceList, and prints it with the routes of its `functionConfig` and of its annotated Services.
 * With an error in any of them no item is printed, so that nothing that prunes removes routes.
 *
 * Source: KRM Functions Specification v1.
 *
 * @param bytes standard input
 * @returns the exit code: 0 done, 1 when a problem is an error
 */
export async function runKrm(bytes: Buffer, terminal: Terminal): Promise<number> {
  const list = await readInputList(bytes);
  const {objects, problems, owners} = await generateRoutes(list);
  const results = reportProblems(problems, list, owners, terminal);
  if (hasErrors(problems)) {
    terminal.out(blockList('', [], results));
    return 1;
  }
  terminal.out(
    list.items.length === 0 ? blockList('', objects, results) : await withGivenItems(list, objects, results),
  );
  return 0;
}

function withGivenItems(
  {items, text}: InputList,
  objects: Routes['objects'],
  results: readonly object[],
): Promise<string> {
  const replaced = new Set(objects.map((object) => resourceId(resourceOf(object, ''))));
  const keeps = (index: number) => {
    const item = items[index];
    return item === undefined || !replaced.has(resourceId(item));
  };
  const input = {text, items: items.map(({content}) => content), keeps};
  return resourceListText(input, keepAnnotations(objects, items), results);
}

/** Prints the problems, since kustomize shows nothing else, and returns them as results. */
function reportProblems(
  problems: readonly Problem[],
  {config, items}: InputList,
  owners: Routes['owners'],
  terminal: Terminal,
): readonly object[] {
  const resources = new Map([config, ...items].map((resource) => [resource.uri, resource]));
  const nameOf = documentNames([], terminal.folder);
  const printed = problems.map((problem) => atField(problem, resources));
  if (printed.length > 0) terminal.error(report(printed, {texts: new Map(), nameOf}));
  const resourceAt = (uri: string) => resources.get(uri);
  const ownerOf = (uri: string) => owners.get(uri) ?? config;
  return problems.map((problem) => toResult(problem, {resourceAt, ownerOf, nameOf}));
}

/** A problem in an object of the input, with the object and the field in place of a line: the text is not the user's own. */
function atField(problem: Problem, resources: ReadonlyMap<string, Resource>): Problem {
  const {location} = problem;
  const resource = location && resources.get(location.uri);
  if (location === undefined || resource === undefined) return problem;
  const name = resourceName(resource) || (resource.uri === CONFIG_URI ? 'functionConfig' : 'item');
  const place = [name, fieldPath(location.pointer)].filter(Boolean).join(' ');
  return {...problem, location: {uri: place, pointer: ''}};
}
