import type {DocumentSource} from './documents.ts';
import {judgeReading, readSettings} from './generate.ts';
import {isMap} from './json-pointer.ts';
import {isAstray} from './misplaced-extension.ts';
import {detectVersion, likelyVersion} from './openapi.ts';
import type {OperationsReading} from './operations.ts';
import type {Location, Problem} from './problem.ts';
import {redundantTimeouts} from './redundant-timeouts.ts';
import {RULES, type RuleCode, type RuleSeverity} from './rules.ts';
import type {FlagValues} from './settings.ts';

/** What a linter reports: a problem of the description, under the rule that found it. */
export interface Finding {
  readonly code: RuleCode;
  readonly severity: RuleSeverity;
  readonly message: string;
  readonly hint?: string;
  readonly location: Location;
}

export interface LintOptions {
  /** Absolute URI of the document, from which relative references are resolved. */
  readonly uri: string;
  /** The other documents that references lead to, by absolute URI, or what looks values up in them. */
  readonly documents?: DocumentSource;
  /** Settings at the level of a flag that are known to be given along with the description. */
  readonly settings?: FlagValues;
  /** Whether a profile without a route is wanted. */
  readonly allowEmpty?: boolean;
}

const rules: ReadonlyMap<string, (typeof RULES)[number]> = new Map(RULES.map((rule) => [rule.code, rule]));

/**
 * What the rules find in an OpenAPI description: the problems of `generateServiceProfile`, in its words, as far as they
 * have a rule, and what is merely needless. A description without any setting, and for which no Service is named either, has no
 * findings: it may not be meant for a mesh. What is no OpenAPI at all, and references to what is not there, are for the linter
 * itself to report.
 *
 * @param document a parsed OpenAPI 3.0, 3.1, 3.2 or Swagger 2.0 description
 */
export function lintDescription(
  document: unknown,
  {uri, documents = new Map(), settings = {}, allowEmpty = false}: LintOptions,
): Finding[] {
  if (!isMap(document)) return [];
  const detected = detectVersion(document, uri);
  // That the version itself is wrong is no reason to pass settings over.
  const version = typeof detected === 'string' ? detected : likelyVersion(document);
  if (version === undefined) return [];
  const reading = readSettings(document, uri, version, documents);
  const {root, paths} = reading;
  const atRoot = reading.extension !== undefined;
  const isForMesh = settings['service.name'] !== undefined || atRoot || hasSettings(paths);
  // A misspelled or misplaced `x-apigen` may be the only one; or it is somebody else's extension, and nothing here is meant for a mesh.
  if (!isForMesh) return [...root.problems, ...paths.problems].filter(isOfSettings).flatMap(toFinding);

  const {problems} = judgeReading(reading, uri, {settings, allowEmpty});
  const rootHasSettings = atRoot && Object.keys(root.values).length + root.problems.length > 0;
  return [...problems, ...redundantTimeouts(paths.operations, root.values, settings)]
    .filter(({code}) => code !== 'service-name' || rootHasSettings)
    .flatMap(toFinding);
}

/** Rules about what stands in `x-apigen`, or was meant to. */
const OF_SETTINGS: readonly string[] = [
  'setting-value',
  'setting-name',
  'unknown-setting',
  'setting-scope',
] satisfies RuleCode[];

function isOfSettings({code}: Problem): boolean {
  return OF_SETTINGS.includes(code);
}

function hasSettings({operations, problems}: OperationsReading): boolean {
  return (
    operations.some(({extension, pathExtension}) => extension !== undefined || pathExtension !== undefined) ||
    problems.some((problem) => isOfSettings(problem) && !isAstray(problem))
  );
}

function toFinding({code, message, hint, location}: Problem): Finding[] {
  const rule = rules.get(code);
  if (rule === undefined || location === undefined) return [];
  const {code: name, severity} = rule;
  return [{code: name, severity, message, ...(hint === undefined ? {} : {hint}), location}];
}
