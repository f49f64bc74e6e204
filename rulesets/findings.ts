import type {RulesetFunctionContext} from '@stoplight/spectral-core';
import {pointerTokens} from '../src/core/json-pointer.ts';
import {type Finding, lintDescription} from '../src/core/lint.ts';
import type {RuleCode} from '../src/core/rules.ts';
import {documentAt, documentsOf, uriOf} from './documents.ts';
import {type ShownResult, shownResults} from './shown-results.ts';
import {textRange} from './text-range.ts';

type Inventory = RulesetFunctionContext['documentInventory'];

/** The finding's rule, and what Spectral is to show of it. */
interface Shown extends ShownResult {
  readonly code: RuleCode;
}

/** One run of Spectral on one document has one inventory; all rules ask for it, one after the other. */
const shownByRun = new WeakMap<Inventory, readonly Shown[]>();

/** The function of one rule: its findings in the document that is linted. It takes no options. */
export function findingsOf(code: RuleCode) {
  return function apigen(_root: unknown, _options: unknown, context: RulesetFunctionContext) {
    const own = shownIn(context).filter((shown) => shown.code === code);
    return shownResults(own, context.documentInventory);
  };
}

function shownIn(context: RulesetFunctionContext): readonly Shown[] {
  const {document, documentInventory} = context;
  const known = shownByRun.get(documentInventory);
  if (known) return known;
  const uri = uriOf(document.source);
  const findings = lintDescription(document.data, {uri, documents: documentsOf(documentInventory)});
  const shown = withoutRepeats(findings.map((finding) => toShown(finding, context)));
  shownByRun.set(documentInventory, shown);
  return shown;
}

function toShown({code, message, hint, location}: Finding, context: RulesetFunctionContext): Shown {
  const words = hint === undefined ? message : `${message}; ${hint}`;
  const document = documentAt(location.uri, context);
  const path = pointerTokens(location.pointer);
  const range = textRange(document, location) ?? document.getRangeForJsonPath(path, true);
  const access = pointerTokens(location.access ?? location.pointer);
  return {
    code,
    result: {message: withoutPlaceholders(words), path: access.map(escapeToken)},
    place: {
      document: Object.create(document, {getRangeForJsonPath: {value: () => range}}),
      path,
      missingPropertyPath: path,
    },
  };
}

/** What YAML's aliases put in several places stands at one only, and is shown once. */
function withoutRepeats(shown: readonly Shown[]): Shown[] {
  const first = new Map<string, Shown>();
  for (const one of shown) {
    const {code, result, place} = one;
    const id = JSON.stringify([
      code,
      result.message,
      place.document.source,
      place.document.getRangeForJsonPath([]),
    ]);
    if (!first.has(id)) first.set(id, one);
  }
  return [...first.values()];
}

/**
 * Spectral fills in `{{value}}` and evaluates `#{{…}}`, also where a value of the user's is quoted. So of two braces the
 * second comes out of an expression.
 */
function withoutPlaceholders(text: string): string {
  return text.replaceAll('{{', "{#{{'{'}}");
}

/** Spectral unescapes the path that it is given, as if it were a pointer's. */
function escapeToken(token: string): string {
  return token.replaceAll('~', '~0');
}
