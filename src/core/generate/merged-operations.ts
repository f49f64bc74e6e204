import {keyLocation, type Problem} from '../base/problem.ts';
import {type EffectiveSettings, prefixOf, routed} from '../openapi/effective-settings.ts';
import {type Operation, operationName, type PathItem, withPrefix} from '../openapi/operation.ts';
import {expressionText, withEmptySegments} from '../routes/path-expression.ts';
import {MERGE_CODE, type MergedPart} from './shared-settings.ts';

/** One of several descriptions with the settings that all of them share. */
export interface SettledPart extends MergedPart {
  readonly settings: EffectiveSettings;
}

/** The operations of several descriptions, and the settings of each path. */
export interface MergedOperations {
  readonly operations: readonly Operation[];
  readonly settingsOf: ReadonlyMap<PathItem, EffectiveSettings>;
  readonly problems: readonly Problem[];
}

/**
 * The operations of all descriptions, with the prefix of each as a part of its paths. Operations of two descriptions that match
 * the same requests are errors, except for disabled ones.
 */
export function mergedOperations(parts: readonly SettledPart[]): MergedOperations {
  const operations: Operation[] = [];
  const settingsOf = new Map<PathItem, EffectiveSettings>();
  const firsts = new Map<string, {readonly name: string; readonly operation: Operation}>();
  const problems = new Map<Operation, Problem>();
  for (const {name, description, settings} of parts) {
    const prefix = literal(prefixOf(settings));
    for (const operation of description.operations) {
      const prefixed = withPrefix(operation, prefix);
      operations.push(prefixed);
      settingsOf.set(prefixed.pathItem, settings);
      if (settings.at(operation, 'disabled') === true) continue;
      const request = `${operation.method} ${expressionText(withEmptySegments(routed(prefixed, settings).expression))}`;
      const first = firsts.get(request);
      if (first === undefined) firsts.set(request, {name, operation: prefixed});
      else if (first.name !== name) {
        problems.set(prefixed, repeated(prefixed, first.operation, first.name));
        if (!problems.has(first.operation))
          problems.set(first.operation, repeated(first.operation, prefixed, name));
      }
    }
  }
  return {operations, settingsOf, problems: [...problems.values()]};
}

/** A prefix has no parameters: clients encode its braces. */
function literal(prefix: string): string {
  return prefix.replace(/[{}]/g, encodeURIComponent);
}

function repeated(operation: Operation, other: Operation, name: string): Problem {
  const [own, others] = [operationName(operation), operationName(other)];
  return {
    code: MERGE_CODE,
    severity: 'error',
    message:
      own === others
        ? `${own} is in ${name} too`
        : `${own} matches the same requests as ${others} in ${name}`,
    hint: 'remove it, set `path.base`, or set `disabled: true` in one of the descriptions',
    location: keyLocation(operation.location),
  };
}
