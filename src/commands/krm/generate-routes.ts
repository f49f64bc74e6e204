import {childLocation, inputWarning, type Problem, raiseWarnings} from '../../core/base/problem.ts';
import {objectKind} from '../../core/generate/object-kinds.ts';
import {type MeshRoutes, readMeshRoutes, specKeys, withSpecOptions} from '../../core/options/mesh-routes.ts';
import {serviceName} from '../../core/rules/service-name.ts';
import {servicePort} from '../../core/rules/service-port.ts';
import {DESCRIPTION_ANNOTATION, portsOf, severalPorts} from '../../core/services/service.ts';
import {type Outputs, repeatedObjects} from '../../io/project/place-output.ts';
import {RemoteTime} from '../../io/read/read-limits.ts';
import {sharedProblems} from '../../io/run/generate/generate-all.ts';
import {generateLoaded, type Output} from '../../io/run/generate/generate-loaded.ts';
import {namedOutput, withSharedRequests} from '../../io/run/generate/several-outputs.ts';
import {loadDescription} from '../../io/run/load/load-description.ts';
import {type NamedDescription, namedDescriptions} from './named-descriptions.ts';
import {CONFIG_URI, type InputList} from './resource-list.ts';

/** Generates the routes of all descriptions that a ResourceList names, and reports the problems of all. */
export async function generateRoutes({items, config, problems: unusable}: InputList) {
  if (unusable.length > 0) return {objects: [], problems: unusable};
  const {meshRoutes, problems: wrong} = readMeshRoutes(config.content, {uri: CONFIG_URI, pointer: ''});
  const named = await namedDescriptions(config, meshRoutes, items);
  // With other settings the descriptions may have other problems.
  if (wrong.length > 0) return {objects: [], problems: [...wrong, ...named.problems]};
  const hasNone = named.descriptions.length + named.problems.length === 0;
  if (hasNone && !items.some(({content}) => objectKind(content)?.serviceOf(content))) {
    // A generator has no Services that could be annotated later, and what it does not generate any more is pruned.
    const isError = items.length === 0 || meshRoutes.run.strict;
    return {objects: [], problems: isError ? raiseWarnings([NO_DESCRIPTION]) : [NO_DESCRIPTION]};
  }
  const remoteTime = new RemoteTime();
  const outputs: {readonly description: NamedDescription; readonly output: Output}[] = [];
  const {length} = named.descriptions;
  for (const description of named.descriptions)
    outputs.push({description, output: await generateOne(description, meshRoutes, remoteTime, length === 1)});
  const all: Outputs = new Map();
  const compared = withSharedRequests(outputs.map(({output}) => output));
  return {
    objects: compared.flatMap(({objects}) => objects),
    problems: [
      ...(meshRoutes.run.strict ? raiseWarnings(named.problems) : named.problems),
      ...sharedProblems(outputs.map(({output}) => output)),
      ...outputs.flatMap(({description}, index) =>
        (compared[index]?.problems ?? []).map((one) => atInput(one, compared[index]?.uri ?? '', description)),
      ),
      // One of two descriptions of one object would replace the routes of the other.
      ...outputs.flatMap(({description: {place, given, owner}, output}) =>
        repeatedObjects(
          {...namedOutput(output), ...((given || owner.uri !== CONFIG_URI) && {location: () => place})},
          'set another `service.name`, or remove one of the two',
          all,
        ),
      ),
    ],
  };
}

const NO_DESCRIPTION = inputWarning(
  'no description',
  `set \`spec.descriptions\`, or annotate a Service with \`${DESCRIPTION_ANNOTATION}\` and name the function under \`transformers\``,
  {location: specKeys('in').reduce(childLocation, {uri: CONFIG_URI, pointer: ''})},
);

async function generateOne(
  description: NamedDescription,
  {run, settings}: MeshRoutes,
  remoteTime: RemoteTime,
  isAlone: boolean,
): Promise<Output> {
  const {source, given} = description;
  const request = {
    ...run,
    settings: {...settings, ...description.settings},
    remoteTime,
    given: given && 'text' in given ? {bytes: Buffer.from(given.text)} : given,
  };
  const output = await generateLoaded(await loadDescription(source, request, 'kustomization'), {isAlone});
  const {code} = servicePort;
  if (portsOf(description.owner).length > 1 && output.problems.some((problem) => problem.code === code)) {
    const where = 'the description, for example `x-apigen: {service: {port: 8080}}`';
    const problem = {code, severity: 'error', ...severalPorts(description.owner, where)} as const;
    return {...output, objects: [], problems: [problem]};
  }
  return {...output, problems: output.problems.map(withOwnHint)};
}

/** The function has options instead of flags, and Services can name their descriptions. */
function withOwnHint(problem: Problem): Problem {
  if (problem.code === serviceName.code) {
    const hint = `set \`x-apigen: {service: {name: petstore}}\`, or annotate its Service with \`${DESCRIPTION_ANNOTATION}\``;
    return {...problem, hint};
  }
  return problem.hint === undefined ? problem : {...problem, hint: withSpecOptions(problem.hint)};
}

/** The keys of a Service that give a setting. */
const SERVICE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'service.name': ['metadata', 'name'],
  'service.namespace': ['metadata', 'namespace'],
  namespace: ['metadata', 'namespace'],
  'service.port': ['spec', 'ports', '0', 'port'],
};

/** A problem of what an object of the input sets, at the field of that object. */
function atInput(problem: Problem, uri: string, {source, owner, place, given, settings}: NamedDescription) {
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
