import {atOrigin, isOfOverlay, problemsOfAll} from '../base/problem.ts';
import {type Description, withLinkerdExtensions} from '../openapi/description.ts';
import {type EffectiveSettings, effectiveSettings, isOfPrefix} from '../openapi/effective-settings.ts';
import type {Operation, PathItem} from '../openapi/operation.ts';
import {withServerPaths} from '../openapi/server-paths.ts';
import {withoutServers} from '../openapi/servers.ts';
import {COMMON_RULES} from '../rules/index.ts';
import {readFlagValues} from '../settings/read.ts';
import {EXTENSION, FLAG_SETTINGS, type FlagValues, type SettingValues} from '../settings/table.ts';
import {applyRules, type Checked, checkForTarget, ruleInput, withoutRepeats} from './check.ts';
import {type DocumentOptions, readDescribed} from './described.ts';
import {type Generated, type GenerateOptions, toGenerated} from './generate.ts';
import {mergedOperations} from './merged-operations.ts';
import {type MergedPart, sharedSettings} from './shared-settings.ts';

/** One of several descriptions of a Service, as it was read. */
export interface PartToMerge extends DocumentOptions {
  /** Its name in messages. */
  readonly name: string;
  readonly document: unknown;
  readonly uri: string;
}

type Options = Omit<GenerateOptions, keyof DocumentOptions>;

const SERVICE_RULES = COMMON_RULES.filter(({ofService}) => ofService);
const PART_RULES = COMMON_RULES.filter(({ofService}) => !ofService);

/**
 * The Kubernetes objects of one Service from several descriptions, such as its public and its internal API: the routes of all of
 * them, each with its own prefix and its own settings of paths. Settings of the Service may be in any of the descriptions.
 * Pure, as `generate`.
 */
export function generateMerged(parts: readonly PartToMerge[], options: Options = {}): Generated {
  return toGenerated(checkMerged(parts, options), options.strict);
}

/** Reads and checks several descriptions of one Service; pure. */
export function checkMerged(parts: readonly PartToMerge[], options: Options): Checked {
  const toOrigin: Checked['toOrigin'] = (thing) =>
    parts.reduce((placed, {uri, origin}) => atOrigin(placed, uri, origin), thing);
  const read = parts.map(({document, name, ...part}) => ({...readDescribed(document, part), name}));
  const problemsOfParts = read.map((one) => one.problems);
  // An overlay is for all of them: what does not fit one may fit another.
  const ofDescriptions = problemsOfParts.flat().filter((problem) => !isOfOverlay(problem));
  const readingProblems = withoutRepeats([...problemsOfAll(problemsOfParts), ...ofDescriptions]);
  const checked = {problems: readingProblems, toOrigin, isForMesh: true};
  const described = read.flatMap(({name, description}) => (description ? {name, description} : []));
  if (described.length < parts.length) return checked;
  const {problems, output} = merge(described, options);
  return {...checked, problems: [...readingProblems, ...problems.map(toOrigin)], output};
}

/** The URI of what all descriptions share; it is not printed. */
const MERGED_URI = 'openapi:///merged';

function merge(readParts: readonly MergedPart[], options: Options): ReturnType<typeof checkForTarget> {
  const parts = options.readLinkerdExtensions
    ? readParts.map((part) => ({...part, description: withLinkerdExtensions(part.description)}))
    : readParts;
  const flags = readFlagValues(options.settings ?? {}, FLAG_SETTINGS);
  const shared = sharedSettings(parts, flags.values);
  const partsWithSettings = parts.map(({name, description: part}) => {
    const values = {...part.settings.values, ...shared.values};
    const described = {...part, settings: {...part.settings, values}};
    const settings = effectiveSettings(described, flags.values);
    return {name, description: withServerPaths(described, settings), settings};
  });
  const merged = mergedOperations(partsWithSettings);
  const description = describeMerged(parts, shared.values, merged.operations);
  const settings = mergedSettings(description, merged.settingsOf, flags.values);
  const input = ruleInput(description, settings, flags, options);
  const {output, problems} = checkForTarget(input, [
    ...partsWithSettings.flatMap((part) =>
      applyRules(PART_RULES, ruleInput(part.description, part.settings, flags, options)),
    ),
    ...shared.problems,
    ...merged.problems,
    ...applyRules(SERVICE_RULES, input),
  ]);
  return {output, problems: problems.map((problem) => atOrigin(problem, MERGED_URI, shared.origin))};
}

/** A description with the operations of all of them, and at its root the settings that they share. */
function describeMerged(
  parts: readonly MergedPart[],
  values: SettingValues,
  operations: readonly Operation[],
): Description {
  const hasExtension = parts.some(({description}) => description.settings.extension);
  const extension = {uri: MERGED_URI, pointer: `/${EXTENSION}`};
  return {
    uri: MERGED_URI,
    settings: {values, ...(hasExtension ? {extension} : {})},
    implied: {},
    servers: withoutServers({uri: MERGED_URI, pointer: ''}),
    operations,
    hasWebhooks: false,
    securitySchemes: () => new Map(),
    hasSettings: true,
    ignored: parts.flatMap(({description}) => description.ignored),
    faults: parts.flatMap(({description}) => description.faults),
    missing: parts.flatMap(({description: {missing}}) => missing),
  };
}

/** The prefixes are in the paths, and the root of an operation's own description applies to it. */
function mergedSettings(
  description: Description,
  settingsOf: ReadonlyMap<PathItem, EffectiveSettings>,
  flags: FlagValues,
): EffectiveSettings {
  const withoutPrefix = Object.entries(flags).filter(([key]) => !isOfPrefix(key));
  const shared = effectiveSettings(description, Object.fromEntries(withoutPrefix));
  const of = (operation: Operation) => settingsOf.get(operation.pathItem) ?? shared;
  return {
    ...shared,
    at: (operation, key) => of(operation).at(operation, key),
    levels: (operation) => of(operation).levels(operation),
    rootOf: (operation) => of(operation).rootOf(operation),
  };
}
