import type {IFunctionResult, RulesetFunctionContext} from '@stoplight/spectral-core';
import {type Finding, lintDescription} from '../src/core/lint.ts';
import type {RuleCode} from '../src/core/rules.ts';
import {documentsOf, uriOf} from './documents.ts';
import {shownPath} from './shown-path.ts';

/** One run of Spectral on one document has one inventory; all rules ask for it, one after the other. */
const findingsByRun = new WeakMap<RulesetFunctionContext['documentInventory'], readonly Finding[]>();

/** The function of one rule: its findings in the document that is linted. It takes no options. */
export function findingsOf(code: RuleCode) {
  return function apigen(_root: unknown, _options: unknown, context: RulesetFunctionContext) {
    return findingsIn(context)
      .filter((finding) => finding.code === code)
      .map((finding) => toResult(finding, context));
  };
}

function findingsIn({document, documentInventory}: RulesetFunctionContext): readonly Finding[] {
  const known = findingsByRun.get(documentInventory);
  if (known) return known;
  const documents = documentsOf(documentInventory);
  const found = lintDescription(document.data, {uri: uriOf(document.source), documents});
  findingsByRun.set(documentInventory, found);
  return found;
}

function toResult({message, hint, location}: Finding, context: RulesetFunctionContext): IFunctionResult {
  const {path, remark} = shownPath(location, context);
  const sentences = [message, hint, remark].filter((sentence) => sentence !== undefined);
  return {message: withoutPlaceholders(sentences.join('; ')), path};
}

/** Spectral fills in `{{value}}` and evaluates `#{{…}}`, also where a value of the user's is quoted. */
function withoutPlaceholders(text: string): string {
  return text.replaceAll('{{', '{\\u007b');
}
