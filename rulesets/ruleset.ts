import {pathToFileURL} from 'node:url';
import type {IFunctionResult, RulesetFunctionContext} from '@stoplight/spectral-core';
import {pointerTokens} from '../src/core/base/json.ts';
import {hintOf, type Severity} from '../src/core/base/problem.ts';
import {LINT_RULES, type LintProblem, lintDescription} from '../src/core/generate/lint.ts';
import {type RuleFacts, rulePage} from '../src/core/rules/rule.ts';

const SEVERITIES = {error: 'error', warning: 'warn', note: 'info'} as const satisfies Record<
  Severity,
  string
>;

/** A rule of Spectral. Its own types are not imported, because a project that reads the ruleset need not have them. */
export interface SpectralRule {
  description: string;
  message: string;
  severity: (typeof SEVERITIES)[Severity];
  documentationUrl: string;
  resolved: boolean;
  given: string;
  then: {function(root: unknown, options: unknown, context: object): {message: string}[]};
}

/**
 * A Spectral ruleset with a rule `apigen-<code>` for each rule of linters.
 *
 * Each is called with the root and returns its share of what one walk found: a walk for every rule would take seconds in a
 * large description. The rules take the resolved document, so that Spectral reports in the file that a `$ref` leads to.
 * They declare no `formats`, for which Spectral would warn about documents of other kinds.
 *
 * @param strict raises warnings to errors
 */
export function rulesetOf({strict}: {readonly strict: boolean}): {rules: Record<string, SpectralRule>} {
  return {
    rules: Object.fromEntries(LINT_RULES.map((rule) => [`apigen-${rule.code}`, toDefinition(rule, strict)])),
  };
}

function toDefinition(
  {code, severity, lintSeverity = severity, summary}: RuleFacts,
  strict: boolean,
): SpectralRule {
  return {
    description: summary,
    message: '{{error}}',
    severity: SEVERITIES[strict && lintSeverity === 'warning' ? 'error' : lintSeverity],
    documentationUrl: rulePage(code),
    resolved: true,
    given: '$',
    // biome-ignore lint/suspicious/noThenProperty: Spectral's name for it
    then: {function: findingsOf(code)},
  };
}

/** One run of Spectral on one document has one inventory. All rules use it, one after the other. */
const problemsByRun = new WeakMap<object, readonly LintProblem[]>();

/** The function of one rule: its findings in the document that is linted. It takes no options. */
function findingsOf(code: string) {
  return function apigen(_root: unknown, _options: unknown, context: RulesetFunctionContext) {
    return problemsIn(context)
      .filter((problem) => problem.code === code)
      .map(toResult);
  };
}

function problemsIn({document, documentInventory}: RulesetFunctionContext): readonly LintProblem[] {
  const known = problemsByRun.get(documentInventory);
  if (known) return known;
  // The documents that the linted one refers to, as Spectral parsed them.
  const documents = new Map(
    Object.entries(documentInventory.referencedDocuments).map(([source, {data}]) => [
      sourceUri(source),
      {content: data},
    ]),
  );
  const problems = lintDescription(document.data, {uri: sourceUri(document.source), documents});
  problemsByRun.set(documentInventory, problems);
  return problems;
}

/** The URI of what Spectral calls a source: a file's path, an address, or nothing for a text without a name. */
function sourceUri(source: string | null): string {
  if (source === null) return 'openapi:///description';
  return /^[a-z]+:\/\//i.test(source) ? new URL(source).href : pathToFileURL(source).href;
}

/** Spectral follows the path through `$ref`s itself, and reports in the file that it leads to. */
function toResult(problem: LintProblem): IFunctionResult {
  const {message, location} = problem;
  const hint = hintOf(problem);
  const text = hint === undefined ? message : `${message}; ${hint}`;
  return {
    message: escapePlaceholders(text),
    // Spectral unescapes the tokens of a path like those of a JSON pointer.
    path: pointerTokens(location.access ?? location.pointer).map((token) => token.replaceAll('~', '~0')),
  };
}

/**
 * Spectral fills in `{{value}}` and evaluates `#{{…}}`, also where a message quotes a value of the description. So the
 * second of two braces is written as an expression.
 */
function escapePlaceholders(text: string): string {
  return text.replaceAll('{{', "{#{{'{'}}");
}
