import {appendToken} from '../base/json.ts';
import {type Finding, type FoundFault, keyLocation, type Location, type Severity} from '../base/problem.ts';
import type {TargetName, TargetObjects} from '../meshes.ts';
import type {Description} from '../openapi/description.ts';
import type {EffectiveSettings} from '../openapi/effective-settings.ts';
import type {RoutedOperation} from '../openapi/operation.ts';
import {EXTENSION, type SettingKey} from '../settings/table.ts';

/** The facts about a target that the rules for all outputs have to know. */
export interface TargetFacts extends TargetObjects {
  readonly name: TargetName;
  /** The settings and options that it has no place for. */
  readonly without: readonly (SettingKey | keyof OutputChoices)[];
  /** The longest timeout, in seconds, and the shortest: all are multiples of the unit. */
  readonly timeouts: {readonly longest: number; readonly unit: 'milliseconds' | 'nanoseconds'};
  /** The treatment of routes whose path can never match a request. */
  readonly unmatchable: 'written' | 'left out';
  /** The methods that it can match, if not all; operations of others are left out. */
  readonly methods?: readonly string[];
}

/** The options of a run that change what is generated rather than where it is written. */
export interface OutputChoices {
  /** Allows a result without a route. */
  readonly allowEmpty?: boolean;
  /** Reads `x-linkerd-timeout` and `x-linkerd-retryable` of operations too. */
  readonly readLinkerdExtensions?: boolean;
  /** Leaves out what serves requests that are not described; the default with a Gateway. */
  readonly onlyDescribed?: boolean;
  /** Leaves out what these rules find: codes of rules of warnings and notes. */
  readonly skipRules?: readonly string[];
}

/** An entry of an `x-apigen-ignore`. */
export interface Ignore {
  readonly code: string;
  /** The URI of the description whose findings it leaves out. */
  readonly rootUri: string;
  readonly location: Location;
}

/** Those of a description, by code and place: `<code> <pointer>`. */
export type Ignores = ReadonlyMap<string, readonly Ignore[]>;

/** The input of rules. */
export interface RuleInput {
  readonly description: Description;
  readonly settings: EffectiveSettings;
  /** The faults of the settings at the level of a flag, and of the description. */
  readonly faults: readonly FoundFault[];
  readonly ignores: Ignores;
  /** The operations that give a route, and the methods that are added to them, in the order of the routes. */
  readonly routes: readonly RoutedOperation[];
  /** True when the routes were too many to compare: some may come after a wider one. */
  readonly isOrderIncomplete: boolean;
  readonly choices: OutputChoices;
  readonly target: TargetFacts;
}

/** The facts of a rule for tools and docs: it is `apigen-<code>` in Spectral, `apigen/<code>` in Redocly. */
export interface RuleFacts {
  readonly code: string;
  readonly severity: Severity;
  /** The severity in linters, where a flag or option that is given elsewhere may fill in what is missing. */
  readonly lintSeverity?: Severity;
  /** False for what linters report by rules of their own; `page alone` for what they do not report, but a page explains. */
  readonly linted?: false | 'page alone';
  /** The requirement, as a sentence without a full stop. */
  readonly summary: string;
}

/** One rule, as the generator and the linters apply it. */
export interface Rule extends RuleFacts {
  /** Set where it is about the Service rather than about one of its descriptions. */
  readonly ofService?: true;
  /** Whether it concerns a target, if not every one. */
  isFor?(target: TargetFacts): boolean;
  /** The findings; pure. */
  check(input: RuleInput): readonly Finding[];
}

/** A rule about faults of a description, which are found and worded where it is read. */
export function faultRule<const C extends string>(code: C, severity: Severity, summary: string) {
  const check = ({faults}: RuleInput) => faults.filter((fault) => fault.code === code);
  return {code, severity, summary, check};
}

/** Where a setting of the root is missing. */
export function rootPlace({uri, settings: {extension}}: Description): Location {
  return extension ? keyLocation(extension) : {uri, pointer: ''};
}

/** Whether a setting has no value because the one that was given is wrong or misspelled, or a map that it would be in. */
export function isInvalid({faults}: RuleInput, key: string): boolean {
  const place = [EXTENSION, ...key.split('.')].reduce(appendToken, '');
  const isMeant = (name?: string) => name === EXTENSION || `${key}.`.startsWith(`${name}.`);
  return faults.some(
    ({code, setting, suggestion, location: {pointer} = {pointer: ''}}) =>
      setting === key ||
      // OpenAPI has a key `security`, too.
      (isMeant(suggestion) && code !== 'security-scheme') ||
      (pointer !== '' && `${place}/`.startsWith(`${pointer}/`)),
  );
}

/** The address of the page that explains a rule: `docs/rules/<code>.md` of the package, in its newest release. */
export function rulePage(code: string): string {
  return `https://unpkg.com/@apigen/cli/docs/rules/${code}.md`;
}
