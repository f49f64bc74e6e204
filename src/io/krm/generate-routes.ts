import {
  DESCRIPTION_ANNOTATION,
  type MeshRoutes,
  readMeshRoutes,
  specKeys,
  withSpecOptions,
} from '../../core/krm/mesh-routes.ts';
import {type Resource, SERVICE_FIELDS} from '../../core/krm/resources.ts';
import {childLocation, type Problem, raiseWarnings} from '../../core/problem.ts';
import {serviceName} from '../../core/rules/service-name.ts';
import type {KubernetesObject} from '../../core/targets/target.ts';
import {type DescriptionObjects, descriptionObjects, sharedProblems} from '../many/description-objects.ts';
import {repeatedObjects} from '../many/repeated-objects.ts';
import type {ReadOptions} from '../read/read-description.ts';
import {ByteLimit, RemoteTime} from '../read/read-limits.ts';
import {uriOf} from '../read/source.ts';
import {CONFIG_URI, type InputList} from './input-list.ts';
import {type NamedDescription, namedDescriptions} from './named-descriptions.ts';

/** The routes that a ResourceList asks for. */
export interface Routes {
  readonly objects: readonly KubernetesObject[];
  readonly problems: readonly Problem[];
  /** The objects that name the documents which were read, by URI of the document. */
  readonly owners: ReadonlyMap<string, Resource>;
}

interface Output {
  readonly description: NamedDescription;
  readonly output: DescriptionObjects;
}

const NO_OWNERS = new Map<string, Resource>();

/** Generates the routes of all descriptions that a ResourceList names, and reports the problems of all. */
export async function generateRoutes({items, config, problems: unusable}: InputList): Promise<Routes> {
  const nothing = {objects: [], owners: NO_OWNERS};
  if (unusable.length > 0) return {...nothing, problems: unusable};
  const {meshRoutes, problems: wrong} = readMeshRoutes(config.content, {uri: CONFIG_URI, pointer: ''});
  const named = await namedDescriptions(config, meshRoutes, items);
  // With other settings the descriptions may have other problems.
  if (wrong.length > 0) return {...nothing, problems: [...wrong, ...named.problems]};
  if (named.descriptions.length === 0 && named.problems.length === 0) {
    if (items.length === 0) return {...nothing, problems: [NO_DESCRIPTION_AND_NO_INPUT]};
    return {...nothing, problems: meshRoutes.run.strict ? raiseWarnings([NO_DESCRIPTION]) : [NO_DESCRIPTION]};
  }
  const remoteTime = new RemoteTime();
  const repeated = new ByteLimit('descriptions that several Services name');
  const sources = new Set<string>();
  const outputs: Output[] = [];
  for (const description of named.descriptions) {
    // It is read again for each of them, which a small list could make endless.
    const uri = uriOf(description.source);
    const limit = sources.has(uri) ? repeated : undefined;
    sources.add(uri);
    outputs.push({description, output: await generateOne(description, meshRoutes, {remoteTime, limit})});
  }
  return {
    objects: outputs.flatMap(({output}) => output.objects),
    problems: [
      ...(meshRoutes.run.strict ? raiseWarnings(named.problems) : named.problems),
      ...sharedProblems(outputs.map(({output}) => output)),
      ...outputs.flatMap(({output}) => output.problems),
      ...repeatedOutputs(outputs),
    ],
    owners: ownersOf(outputs),
  };
}

const NO_DESCRIPTION: Problem = {
  code: 'input',
  severity: 'warning',
  message: 'no description',
  hint: `set \`spec.descriptions\`, or annotate a Service with \`${DESCRIPTION_ANNOTATION}\``,
  location: specKeys('in').reduce(childLocation, {uri: CONFIG_URI, pointer: ''}),
};

/** A generator has no Services that could be annotated later, and what it does not generate any more is pruned. */
const NO_DESCRIPTION_AND_NO_INPUT: Problem = {
  ...NO_DESCRIPTION,
  severity: 'error',
  hint: 'set `spec.descriptions`; a function that is a generator has no input, so for annotated Services name it under `transformers`',
};

async function generateOne(
  description: NamedDescription,
  {run, settings}: MeshRoutes,
  limits: Pick<ReadOptions, 'remoteTime' | 'limit'>,
): Promise<DescriptionObjects> {
  const {source, given} = description;
  const all = {...settings, ...description.settings};
  const output = await descriptionObjects(source, {...run, settings: all, ...limits, given}, 'kustomization');
  const problems = output.problems.map((problem) => atInput(withOwnHint(problem), output.uri, description));
  return {...output, problems};
}

/** The function has options instead of flags, and Services can name their descriptions. */
function withOwnHint(problem: Problem): Problem {
  if (problem.code === serviceName.code) {
    const hint = `set \`x-apigen: {service: {name: petstore}}\`, or annotate its Service with \`${DESCRIPTION_ANNOTATION}\``;
    return {...problem, hint};
  }
  return problem.hint === undefined ? problem : {...problem, hint: withSpecOptions(problem.hint)};
}

/** A problem of what an object of the input sets, at the field of that object. */
function atInput(
  problem: Problem,
  uri: string,
  {source, owner, place, given, settings}: NamedDescription,
): Problem {
  const {flag, location, ...rest} = problem;
  if (flag !== undefined) {
    const field = flag in settings ? SERVICE_FIELDS[flag] : undefined;
    const start = {uri: field ? owner.uri : CONFIG_URI, pointer: ''};
    const hint = field ? {hint: `correct it in the ${owner.kind}`} : {};
    return {...rest, ...hint, location: (field ?? specKeys(flag)).reduce(childLocation, start)};
  }
  if (location?.uri !== uri) return problem;
  if (given && 'content' in given)
    return {...rest, location: {uri: place.uri, pointer: place.pointer + location.pointer}};
  // The file could not be read, so it has no lines: the place is where it is named.
  return problem.code === 'input' && location.position === undefined
    ? {...rest, message: `${source}: ${rest.message}`, location: place}
    : problem;
}

/** Two descriptions of one object are an error: one of them would replace the routes of the other. */
function repeatedOutputs(outputs: readonly Output[]): Problem[] {
  const hint = 'set another `service.name`, or remove one of the two';
  return repeatedObjects(
    outputs.map(({description: {place, given, owner}, output}) =>
      given || owner.uri !== CONFIG_URI ? {...output, location: place} : output,
    ),
    hint,
  );
}

function ownersOf(outputs: readonly Output[]): ReadonlyMap<string, Resource> {
  return new Map(
    outputs.flatMap(({description: {owner}, output: {uri, documents}}) =>
      [uri, ...documents].map((document) => [document, owner] as const),
    ),
  );
}
