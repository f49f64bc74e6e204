import {isMap} from '../base/json.ts';
import {keyLocation} from '../base/problem.ts';
import {LINKERD_EXTENSIONS, readForeign} from './foreign-settings.ts';
import {multiSegmentNames} from './multi-segment.ts';
import type {Operation, PathItem} from './operation.ts';
import type {ResolvedOperation, ResolvedPath} from './paths.ts';
import {entryOf, type Resolved} from './placed.ts';
import {readServersAt, readSettingsAt, type Walk} from './settings-at.ts';

/** The operations of a path item with their settings; adds what is wrong with these to what the walk has found. */
export function readPathItem(
  {path, location, item, parameters, methods, operations}: ResolvedPath,
  walk: Walk,
): Operation[] {
  const settings = readSettingsAt(item, 'path', walk);
  reportAnyMethod(item, walk);
  const multiSegment = multiSegmentNames(parameters, []);
  const pathItem = {path, settings, methods, multiSegment, location, ...readServersAt(item, walk)};
  return operations.map((operation) => readOperation(operation, pathItem, walk));
}

const ANY_METHOD = 'x-amazon-apigateway-any-method';

/** Reports once that methods have no routes that only a gateway of Amazon reads. */
function reportAnyMethod(item: Resolved, {faults}: Walk): void {
  const found = entryOf(item, ANY_METHOD);
  const message = `the methods of \`${ANY_METHOD}\` have no routes`;
  if (found === undefined || faults.some((fault) => fault.message === message)) return;
  const hint = 'describe each of them, for example `get: {}`';
  faults.push({code: 'path-item-key', message, hint, location: keyLocation(found.location)});
}

function readOperation(
  {method, location, maps, parameters}: ResolvedOperation,
  pathItem: PathItem,
  walk: Walk,
): Operation {
  const linkerd = readForeign(LINKERD_EXTENSIONS, maps);
  const operationId = entryOf(maps, 'operationId')?.value;
  return {
    method,
    pathItem,
    settings: readSettingsAt(maps, 'operation', walk),
    multiSegment: multiSegmentNames(parameters, pathItem.multiSegment),
    failures: failuresOf(entryOf(maps, 'responses')?.value),
    tags: tagsOf(entryOf(maps, 'tags')?.value),
    location,
    ...(typeof operationId === 'string' && {operationId}),
    ...(linkerd.places.size > 0 && {linkerd}),
    ...readServersAt(maps, walk),
  };
}

function failuresOf(responses: unknown): readonly string[] {
  const codes = isMap(responses) ? Object.keys(responses) : [];
  return codes.filter((code) => /^5([0-9]{2}|XX)$/.test(code));
}

function tagsOf(tags: unknown): readonly string[] {
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
}
