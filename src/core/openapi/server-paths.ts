import {firstOfEach} from '../base/group-by.ts';
import {MAX_OPERATIONS} from '../base/limits.ts';
import type {Finding} from '../base/problem.ts';
import {quote} from '../base/quote.ts';
import {withoutCase} from '../routes/path-expression.ts';
import type {Description} from './description.ts';
import {type EffectiveSettings, settingPlace} from './effective-settings.ts';
import {type Operation, operationName, withPrefix} from './operation.ts';
import type {Servers} from './servers.ts';

const KEY = 'path.from_servers';

/** The `servers` of path items and operations, each once: what has them, in quotes, and those of their paths that the root has not. */
export function serversBelowRoot(operations: readonly Operation[], root: Servers) {
  const byPlace = new Map<string, {servers: Servers; name: string; others: readonly string[]}>();
  for (const operation of operations) {
    const {path, template = path, servers: ofPath} = operation.pathItem;
    const {servers = ofPath} = operation;
    if (servers === undefined || operation.addedTo) continue;
    const id = `${servers.location.uri}#${servers.location.pointer}`;
    if (byPlace.has(id)) continue;
    const name = operation.servers ? operationName(operation) : quote(template);
    const others = [...servers.paths.keys()].filter((one) => !root.paths.has(one));
    byPlace.set(id, {servers, name, others});
  }
  return [...byPlace.values()];
}

/**
 * With `path.from_servers`, a description in which an operation is one for each different path of its servers, with that as a part of
 * its own path. In Swagger 2.0 that is `basePath`, which is the prefix anyway.
 *
 * Source: docs/specification.md, 5.4.
 */
export function withServerPaths(description: Description, settings: EffectiveSettings): Description {
  if (settings.get(KEY) !== true) return description;
  const faults = new Set<Finding>();
  const place = settingPlace(KEY, {description, settings});
  if (settings.level(KEY) === settings.level('path.base'))
    faults.add({
      message: `\`${KEY}\` cannot be combined with \`path.base\` ${quote(settings.get('path.base'))}`,
      hint: 'remove one of the two',
      ...place,
    });
  const operations: Operation[] = [];
  for (const operation of description.operations) {
    const {servers = operation.pathItem.servers ?? description.servers} = operation;
    // What is disabled has no routes, but others may take its requests.
    if (!settings.at(operation, 'disabled')) for (const fault of servers.faults) faults.add(fault);
    const paths = firstOfEach(
      [...servers.paths.keys()],
      settings.get('path.ignore_case') ? withoutCase : String,
    );
    for (const path of paths.length > 0 ? paths : ['']) operations.push(withPrefix(operation, path));
    if (operations.length > MAX_OPERATIONS) break;
  }
  const isTooMany = operations.length > MAX_OPERATIONS;
  if (isTooMany)
    faults.add({
      message: `more than ${MAX_OPERATIONS} routes`,
      hint: 'list fewer paths in `servers`',
      ...place,
    });
  const ofSetting = [...faults].map((fault) => ({code: 'setting-value', setting: KEY, ...fault}));
  return {
    ...description,
    operations: isTooMany ? description.operations : operations,
    faults: [...description.faults, ...ofSetting],
  };
}
