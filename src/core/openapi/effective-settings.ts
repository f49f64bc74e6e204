import {childLocation, type Finding, keyLocation, nestedLocation} from '../base/problem.ts';
import {parameterPattern} from '../routes/parameter-pattern.ts';
import {
  ofEveryCase,
  pathExpression,
  withEitherSlash,
  withoutEmptySegments,
} from '../routes/path-expression.ts';
import {
  EXACT_END,
  inlinePattern,
  normalizePrefix,
  parameterName,
  templateParts,
} from '../routes/path-template.ts';
import {uriTemplate} from '../routes/uri-template.ts';
import {givenValues, isGiven, type Level, type Levels, resolveSetting} from '../settings/precedence.ts';
import {type FlagValues, SETTINGS, type SettingKey, type SettingValues} from '../settings/table.ts';
import type {Description} from './description.ts';
import type {DescribedParameter, Operation, RoutedOperation} from './operation.ts';
import {schemaPatterns} from './schema-patterns.ts';

/** The settings of a description after all levels were taken into account. */
export interface EffectiveSettings {
  /** The value that counts for the whole description. */
  get<K extends SettingKey>(key: K): SettingValues[K] | undefined;
  /** The strongest level that gives a value for the whole description; `default` when the default applies. */
  level(key: SettingKey): Level | undefined;
  /** The value that counts for one operation. */
  at<K extends SettingKey>(operation: Operation, key: K): SettingValues[K] | undefined;
  /** The values of each level for one operation. */
  levels(operation: Operation): Levels;
  /** The description whose root applies to one operation. */
  rootOf(operation: Operation): Rooted;
}

/** A description as far as its root is concerned. */
type Rooted = Pick<Description, 'uri' | 'settings' | 'implied' | 'service' | 'securitySchemes'>;

/** Whether a setting says with what routes begin. Each description of a Service has its own. */
export function isOfPrefix(key: string): boolean {
  return key === 'path.base' || key === 'path.from_servers';
}

/** The prefix of all routes, in the form that `normalizePrefix` gives it. */
export function prefixOf({get}: Pick<EffectiveSettings, 'get'>): string {
  return normalizePrefix(get('path.base') ?? '');
}

/** The path of a policy of Istio for each expression, as `uriTemplate` gives it. */
export function policyPaths({
  get,
}: Pick<EffectiveSettings, 'get'>): (expression: string) => string | undefined {
  const [prefix, ignoresCase] = [prefixOf({get}), get('path.ignore_case')];
  return (expression) => uriTemplate(prefix, expression, ignoresCase);
}

/** Joins what a description sets with `flags`, the values at the level of a flag. */
export function effectiveSettings(description: Rooted, flags: FlagValues): EffectiveSettings {
  const {service, implied} = description;
  const {values} = description.settings;
  // Of the two settings of the prefix, the one at the nearer level counts.
  const isReplaced = flags['path.base'] !== undefined || flags['path.from_servers'] === true;
  const root = isReplaced
    ? Object.fromEntries(Object.entries(values).filter(([key]) => !isOfPrefix(key)))
    : values;
  const common: Levels = {service: service?.values, flag: flags, root, document: implied};
  const resolved: SettingValues = Object.fromEntries(
    SETTINGS.map(({key}) => [key, resolveSetting(key, common)]),
  );
  const levels = ({settings, pathItem}: Operation): Levels => ({
    ...common,
    operation: settings.values,
    path: pathItem.settings.values,
  });
  return {
    get: (key) => resolved[key],
    level: (key) => givenValues(key, common)[0]?.level,
    levels,
    rootOf: () => description,
    // Few operations have settings of their own.
    at: (operation, key) =>
      isGiven(key, operation.settings.values) || isGiven(key, operation.pathItem.settings.values)
        ? resolveSetting(key, levels(operation))
        : resolved[key],
  };
}

/** The names of the path parameters of an operation that span segments, by its description or by settings. */
export function spanningNames(operation: Operation, settings: EffectiveSettings): readonly string[] {
  const declared = operation.parameters.filter(({isMultiSegment}) => isMultiSegment);
  return [...declared.map(({name}) => name), ...(settings.at(operation, 'path.multi_segment') ?? [])];
}

const NO_PATTERNS: ReturnType<typeof schemaPatterns> = {patterns: new Map(), widened: []};

/** The parameters of an operation with those of which its path says what they match: `{id:[0-9]+}`. */
export function parametersOf({parameters, pathItem: {path, location}}: Operation): DescribedParameter[] {
  const inline = templateParts(path).flatMap((part, index) => {
    const text = index % 2 === 0 ? undefined : inlinePattern(part);
    if (text === undefined) return [];
    const schema = {pattern: text, isOfPath: true} as const;
    const pattern = () => parameterPattern(schema);
    return [{name: parameterName(part), location: keyLocation(location), schema: () => schema, pattern}];
  });
  return [...parameters, ...inline];
}

/**
 * An operation with what its path matches. A Gateway serves what is described alone, and that is no empty parameter.
 *
 * @param isBySchema whether its parameters match what their schemas say
 */
export function withExpression(
  operation: Operation,
  settings: EffectiveSettings,
  isBySchema = settings.at(operation, 'path.parameters') === 'schema',
): RoutedOperation {
  const {pathItem, parameters} = operation;
  const spanning = spanningNames(operation, settings);
  const converters = parameters.flatMap(({name, isConverter}) => (isConverter ? name : []));
  const toExpression = (patterns: ReadonlyMap<string, string>) =>
    pathExpression(pathItem.path, spanning, converters, patterns);
  const {patterns, widened} = isBySchema
    ? schemaPatterns(parametersOf(operation), settings.get, prefixOf(settings), toExpression)
    : NO_PATTERNS;
  const inCase = toExpression(patterns);
  const expression = settings.get('path.ignore_case') ? ofEveryCase(inCase) : inCase;
  return {
    ...operation,
    ...(widened.length > 0 && {widened}),
    expression: settings.get('gateway.name') ? withoutEmptySegments(expression) : expression,
  };
}

/** Where a value was given: a flag, or a place in a document. */
export type SettingPlace = Pick<Finding, 'flag' | 'location' | 'setting'>;

/** Where the value that counts for the whole description is given; the root of the document for a default. */
export function settingPlace(
  key: SettingKey,
  {description, settings}: {readonly description: Rooted; readonly settings: EffectiveSettings},
): SettingPlace {
  return placeAtLevel(key, settings.level(key), description);
}

/** Where a value of a setting that counts for one operation is given, and the key that was set. */
export function placeOfValue(
  {key: setting, level}: {readonly key: string; readonly level: Level | undefined},
  operation: Operation,
  settings: EffectiveSettings,
): SettingPlace {
  return {setting, ...placeAtLevel(setting, level, settings.rootOf(operation), operation)};
}

/** Where a level gives the whole description, or an operation of it, its value of a setting. */
function placeAtLevel(
  key: string,
  level: Level | undefined,
  {uri, settings: root, service}: Rooted,
  operation?: Operation,
): SettingPlace {
  if (level === 'flag') return {flag: key};
  const location = {uri, pointer: ''};
  // Only `path.base` has a value in the description outside of `x-apigen`.
  if (level === 'document') return {location: childLocation(location, 'basePath')};
  const places = {root, service, operation: operation?.settings, path: operation?.pathItem.settings};
  const {extension, linkerd} = (level && level !== 'default' && places[level]) || {};
  return {location: linkerd?.get(key) ?? (extension ? nestedLocation(extension, key) : location)};
}

const SLASH = 'path.trailing_slash';

/** The operations of a description with their paths as expressions, those that are disabled too. */
export function routedOperations({operations}: Pick<Description, 'operations'>, settings: EffectiveSettings) {
  return withSlashes(
    operations.map((operation) => withExpression(operation, settings)),
    settings,
  );
}

/** With `path.trailing_slash: either`, routes for paths with a `/` at the end and without, except for the form that another path has. */
function withSlashes(routes: readonly RoutedOperation[], settings: EffectiveSettings) {
  const isEither = (route: RoutedOperation) =>
    settings.at(route, SLASH) === 'either' &&
    (!EXACT_END.test(route.pathItem.path) || isGiven(SLASH, route.pathItem.settings.values));
  if (!routes.some(isEither)) return routes;
  const described = new Set(routes.map(({method, expression}) => `${method} ${expression}`));
  return routes.map((route) => {
    const {method, expression} = route;
    const otherForm = expression.endsWith('/') ? expression.slice(0, -1) : `${expression}/`;
    const isOnly = !described.has(`${method} ${otherForm}`) && prefixOf(settings) + otherForm !== '';
    return isOnly && isEither(route) ? {...route, expression: withEitherSlash(expression)} : route;
  });
}
