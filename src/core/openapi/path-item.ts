import {isMap} from '../base/json.ts';
import {keyLocation, type Location} from '../base/problem.ts';
import {invalid, quote} from '../base/quote.ts';
import {templateFault} from '../routes/path-template.ts';
import {METHOD} from '../routes/request.ts';
import {LINKERD_EXTENSIONS, readForeign} from './foreign-settings.ts';
import type {Operation} from './operation.ts';
import {readParameters} from './parameters.ts';
import {entryOf, type Placed, placedEntries, type Resolved} from './placed.ts';
import {resolveMap} from './reference.ts';
import {ADDITIONAL_OPERATIONS, HTTP_METHODS} from './version.ts';
import {readServersAt, readSettingsAt, type Walk} from './walk.ts';

/**
 * The operations of a path with their settings; adds what is wrong with them to what the walk has found. `$ref` is followed at the path
 * item, at operations, at `additionalOperations`, and at the parameters of a path that has any.
 *
 * Source: docs/specification.md, 2.4 to 2.6; OpenAPI 3.2, Path Item Object.
 */
export function readPathItem(path: string, placed: Placed, walk: Walk): readonly Operation[] {
  const {value, location} = placed;
  const fault = templateFault(path);
  if (fault) {
    const message = `invalid path ${quote(path)}: expected ${fault.expected}`;
    walk.faults.push({code: 'path-template', message, hint: fault.hint, location: keyLocation(location)});
  }
  const item = resolveMap(placed, 'a path item', walk);
  if (item === undefined) {
    const message = `invalid path item of ${quote(path)}: expected a map, found ${quote(value)}`;
    const hint = 'add methods under the path, for example `get: {}`';
    walk.faults.push({code: 'path-item', message, hint, location});
    return [];
  }
  const methods = new Set<string>();
  const settings = readSettingsAt(item, 'path', walk);
  reportAnyMethod(item, walk);
  const security = entryOf(item, 'security')?.location;
  const pathItem = {
    path,
    settings,
    methods,
    location,
    ...readServersAt(item, walk),
    ...(security && {security}),
  };
  const parameters = readParameters(path, item, walk);
  const operations: Operation[] = [];
  for (const [name, operation] of operationsOf(item, methods, walk)) {
    const {location: at} = operation;
    const maps = resolveMap(operation, 'an operation', walk);
    if (maps) {
      const all = [...parameters, ...readParameters(path, maps, walk)];
      const last = [...new Map(all.map((parameter) => [parameter.name, parameter])).values()];
      const method = name.toUpperCase();
      operations.push({method, pathItem, parameters: last, location: at, ...readOperation(maps, walk)});
      continue;
    }
    const message = `invalid operation \`${name}\` of ${quote(path)}: expected a map, found ${quote(operation.value)}`;
    const hint = `leave it empty (\`${name}:\`) or write a map`;
    walk.faults.push({code: 'operation', message, hint, location: at});
  }
  // What is wrong below an invalid path is reported nevertheless.
  return fault ? [] : operations;
}

const ANY_METHOD = 'x-amazon-apigateway-any-method';

/** Reports once that methods have no routes that only a gateway of Amazon reads. */
function reportAnyMethod(item: Resolved, {faults}: Walk): void {
  const operation = entryOf(item, ANY_METHOD);
  const message = `the methods of \`${ANY_METHOD}\` have no routes`;
  if (operation === undefined || faults.some((fault) => fault.message === message)) return;
  const hint = 'describe each of them, for example `get: {}`';
  faults.push({code: 'path-item-key', message, hint, location: keyLocation(operation.location)});
}

/** The operations of a path item by their names, as its keys or in `additionalOperations`; adds to `methods` those that are taken. */
function* operationsOf(
  item: Resolved,
  methods: Set<string>,
  walk: Walk,
): Generator<readonly [string, Placed]> {
  for (const name of HTTP_METHODS[walk.version]) {
    const operation = entryOf(item, name);
    if (operation === undefined) continue;
    methods.add(name.toUpperCase());
    yield [name, operation];
  }
  const additional = walk.version === '3.2' ? entryOf(item, ADDITIONAL_OPERATIONS) : undefined;
  if (additional === undefined) return;
  const report = (message: string, hint: string, location: Location) => {
    walk.faults.push({code: 'operation', message, hint, location});
  };
  const operations = resolveMap(additional, 'a map of operations', walk);
  if (operations === undefined)
    report(
      invalid(`\`${ADDITIONAL_OPERATIONS}\``, additional.value, 'a map of operations'),
      'add methods under it, for example `LINK: {}`',
      additional.location,
    );
  for (const [name, operation] of operations ? placedEntries(operations) : []) {
    const at = keyLocation(operation.location);
    const method = name.toUpperCase();
    if (!METHOD_NAME.test(name))
      report(
        `invalid HTTP method ${quote(name)}: expected letters, digits and "-"`,
        'for example `LINK`',
        at,
      );
    else if (methods.has(method))
      report(`duplicate method ${quote(name)} at this path`, 'keep one of the two operations', at);
    else yield [name, operation];
    methods.add(method);
  }
}

const METHOD_NAME = new RegExp(`^${METHOD}$`);

function readOperation(maps: Resolved, walk: Walk) {
  const linkerd = readForeign(LINKERD_EXTENSIONS, maps);
  const [operationId, responses, tags] = ['operationId', 'responses', 'tags'].map(
    (key) => entryOf(maps, key)?.value,
  );
  const security = entryOf(maps, 'security') ?? walk.security;
  const codes = isMap(responses) ? Object.keys(responses) : [];
  return {
    settings: readSettingsAt(maps, 'operation', walk),
    failures: codes.filter((code) => /^5([0-9]{2}|XX)$/.test(code)),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    ...(typeof operationId === 'string' && {operationId}),
    ...(security && {security}),
    ...(linkerd.places.size > 0 && {linkerd}),
    ...readServersAt(maps, walk),
  };
}
