import {pointerTokens} from '../../core/base/json.ts';
import {hasErrors, inputError, type Problem} from '../../core/base/problem.ts';
import {type Resource, resourceId, resourceName, resourceOf} from '../../core/kubernetes/resource.ts';
import {annotationsOf} from '../../core/services/service.ts';
import type {KubernetesObject} from '../../core/targets/target.ts';
import {documentNames, printProblems, problemLines, refuse} from '../../io/print/problems.ts';
import {readStandardInput} from '../../io/read/local-file.ts';
import {byteLimit} from '../../io/read/read-limits.ts';
import {reportFailure, type Terminal} from '../../io/write/output.ts';
import {generateRoutes} from './generate-routes.ts';
import {blockList, CONFIG_URI, type InputList, readInputList, resourceListText} from './resource-list.ts';

/** Returns the exit code: 0 done, 2 without an input, or when somebody would have to type it, 1 for all else. */
export async function runKrmCommand(terminal: Terminal, isTerminal: boolean): Promise<number> {
  if (isTerminal) return refuse(terminal, NO_INPUT);
  try {
    const input = readStandardInput(byteLimit());
    return input.length === 0 ? refuse(terminal, NO_INPUT) : await runKrm(input, terminal);
  } catch (error) {
    return reportFailure('<stdin>', error, terminal);
  }
}

const NO_INPUT = inputError(
  'no ResourceList on standard input',
  'let kustomize run `apigen krm`: `kustomize build --enable-alpha-plugins --enable-exec`',
);

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
  const {objects, problems} = await generateRoutes(list);
  const results = reportProblems(problems, list, terminal);
  if (hasErrors(problems)) {
    terminal.out(blockList('', [], results));
    return 1;
  }
  terminal.out(
    list.items.length === 0
      ? blockList('', objects, results)
      : await resourceListText(list, keepAnnotations(objects, list.items), results),
  );
  return 0;
}

/** The annotations by which an orchestrator finds the file of an object. Source: KRM Functions Specification v1, "Internal Annotations". */
const OF_ORCHESTRATOR = /^(internal\.)?config\.(kubernetes|k8s)\.io\//;

/** Objects with the orchestrator's annotations of those in the input that they replace. */
function keepAnnotations(objects: readonly KubernetesObject[], items: readonly Resource[]) {
  const given = new Map(items.map((item) => [resourceId(item), item]));
  return objects.map((object) => {
    const before = given.get(resourceId(resourceOf(object)));
    const kept = before ? [...annotationsOf(before)].filter(([key]) => OF_ORCHESTRATOR.test(key)) : [];
    if (kept.length === 0) return object;
    const annotations = Object.fromEntries([...annotationsOf({content: object}), ...kept]);
    return {...object, metadata: {...object.metadata, annotations}};
  });
}

/** Prints the problems, since kustomize shows nothing else, and returns them as results. Source: KRM Functions Specification v1. */
function reportProblems(problems: readonly Problem[], {config, items}: InputList, terminal: Terminal) {
  const resources = new Map([config, ...items].map((resource) => [resource.uri, resource]));
  const nameOf = documentNames([], terminal.folder);
  const printed = problems.map((problem) => atField(problem, resources));
  printProblems(terminal, printed, {texts: new Map(), nameOf});
  return [...problemLines(printed, {positions: new Map(), nameOf})].map(([{severity}, text]) => ({
    message: text.trimEnd(),
    severity: severity === 'note' ? 'info' : severity,
  }));
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

/** The path of a field: `spec.ports[0].port`, or `paths["/pets"].get` for keys that are not names. */
function fieldPath(pointer: string): string {
  return pointerTokens(pointer)
    .map((token) => {
      if (/^\d+$/.test(token)) return `[${token}]`;
      return /^[A-Za-z_][\w-]*$/.test(token) ? `.${token}` : `[${JSON.stringify(token)}]`;
    })
    .join('')
    .replace(/^\./, '');
}
