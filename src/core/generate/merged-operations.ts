import {keyLocation, mergeError, type Problem} from '../base/problem.ts';
import {type EffectiveSettings, prefixOf, withExpression} from '../openapi/effective-settings.ts';
import {type Operation, operationName, type PathItem, withPrefix} from '../openapi/operation.ts';
import {expressionText, withEmptySegments} from '../routes/path-expression.ts';
import type {MergedPart} from './shared-settings.ts';

/**
 * The operations of all descriptions, with the prefix of each as a part of its paths, and the settings of each path. Operations of two
 * descriptions that match the same requests are errors, except for disabled ones.
 */
export function mergedOperations(parts: readonly (MergedPart & {readonly settings: EffectiveSettings})[]) {
  const operations: Operation[] = [];
  const settingsOf = new Map<PathItem, EffectiveSettings>();
  const firsts = new Map<string, {readonly name: string; readonly operation: Operation}>();
  const problems = new Map<Operation, Problem>();
  for (const {name, description, settings} of parts) {
    // A prefix has no parameters: clients encode its braces.
    const prefix = prefixOf(settings).replace(/[{}]/g, encodeURIComponent);
    for (const operation of description.operations) {
      const prefixed = withPrefix(operation, prefix);
      operations.push(prefixed);
      settingsOf.set(prefixed.pathItem, settings);
      if (settings.at(operation, 'disabled') === true) continue;
      const request = `${operation.method} ${expressionText(withEmptySegments(withExpression(prefixed, settings).expression))}`;
      const first = firsts.get(request);
      if (first === undefined) firsts.set(request, {name, operation: prefixed});
      else if (first.name !== name) {
        problems.set(prefixed, repetition(prefixed, first.operation, first.name));
        if (!problems.has(first.operation))
          problems.set(first.operation, repetition(first.operation, prefixed, name));
      }
    }
  }
  return {operations, settingsOf, problems: [...problems.values()]};
}

function repetition(operation: Operation, other: Operation, name: string): Problem {
  const [request, otherRequest] = [operationName(operation), operationName(other)];
  const message =
    request === otherRequest
      ? `${request} is in ${name} too`
      : `${request} matches the same requests as ${otherRequest} in ${name}`;
  const hint = 'remove it, set `path.base`, or set `disabled: true` in one of the descriptions';
  return mergeError(message, hint, {location: keyLocation(operation.location)});
}
