import type {Finding} from '../base/problem.ts';
import {quote} from '../base/quote.ts';
import {routeReader} from '../meshes.ts';
import {parameterPattern} from '../routes/parameter-pattern.ts';
import {anchoredRegex, pathRegex} from '../routes/path-regex.ts';
import {MARK} from '../routes/pattern-marks.ts';
import {MAX_MATCH_LENGTH, programSize} from '../routes/program-size.ts';
import type {SettingKey, SettingValues} from '../settings/table.ts';
import type {DescribedParameter} from './operation.ts';

/**
 * The patterns of path parameters by their schemas, by name, and where these are wider than the schemas.
 *
 * @param prefix as `normalizePrefix` gives it
 * @param toExpression the expression of a path with some patterns
 */
export function schemaPatterns(
  parameters: readonly DescribedParameter[],
  get: <K extends SettingKey>(key: K) => SettingValues[K] | undefined,
  prefix: string,
  toExpression: (patterns: ReadonlyMap<string, string>) => string,
) {
  const {anchors, largestProgram = MAX_MATCH_LENGTH} = routeReader(get('mesh'), get('gateway.name'));
  const widened: Finding[] = [];
  const patterns = new Map<string, string>();
  const widen = ({name, location, schema}: DescribedParameter, fault: string, hint = 'write a shorter one') =>
    widened.push({
      message: `parameter ${quote(name)} matches more than its ${schema().isOfPath ? 'path' : 'schema'} says: ${fault}`,
      hint,
      location,
    });
  for (const parameter of parameters) {
    const {text, fault, hint} = parameter.pattern();
    if (text !== undefined) patterns.set(parameter.name, text);
    if (fault !== undefined) widen(parameter, fault, hint);
  }
  const isTooLong = () => {
    const expression = toExpression(patterns);
    const ignoresCase = get('path.ignore_case');
    const regex = anchors
      ? anchoredRegex(prefix, expression, anchors, ignoresCase)
      : pathRegex(prefix, expression, ignoresCase);
    // RE2 may need one more for each sign.
    const signs = regex.match(/[|*+?]/g)?.length ?? 0;
    return regex.length > MAX_MATCH_LENGTH || programSize(regex) + signs > largestProgram;
  };
  if (patterns.size > 0 && isTooLong())
    for (const {name, schema} of parameters)
      if (patterns.has(name)) patterns.set(name, parameterPattern(schema(), 0).text ?? MARK.parameter);
  const lengthOf = ({name}: DescribedParameter) => patterns.get(name)?.length ?? 0;
  for (const parameter of parameters.toSorted((a, b) => lengthOf(b) - lengthOf(a))) {
    if (patterns.size === 0 || !isTooLong()) break;
    if (patterns.delete(parameter.name)) widen(parameter, 'its expression is too long');
  }
  return {patterns, widened};
}
