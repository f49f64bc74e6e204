import {type Finding, keyLocation} from '../base/problem.ts';
import {quote} from '../base/quote.ts';
import {type SettingPlace, settingPlace, spanningNames} from '../openapi/effective-settings.ts';
import {asOnTheWire, neverMatches, pathExpression} from '../routes/path-expression.ts';
import {normalizePrefix, withoutPatterns, withSpanningStar} from '../routes/path-template.ts';
import {unsentPath} from '../routes/unsent-path.ts';
import type {Rule} from './rule.ts';

const REASONS: Readonly<Record<string, readonly [reason: string, hint: string]>> = {
  '?': ['"?" begins the query', 'end it before "?", and describe the query as parameters'],
  '#': ['"#" begins the fragment', 'end it before "#"'],
};

const PATH_BASE = 'path.base';

/** The mesh compares the path of a request, which has neither query nor fragment. Source: linkerd2-proxy. */
export const unmatchablePath = {
  code: 'unmatchable-path',
  severity: 'warning',
  summary: 'Paths are written as in OpenAPI and as clients send them, without a query or a fragment',
  check(input) {
    const isLeftOut = input.target.unmatchable === 'left out';
    const texts = new Map(
      input.routes.map((operation) => {
        const {path, template = path} = operation.pathItem;
        const text = withSpanningStar(template, spanningNames(operation, input.settings));
        const isBySchema = input.settings.at(operation, 'path.parameters') === 'schema';
        return [isBySchema ? withoutPatterns(text) : text, operation.pathItem];
      }),
    );
    const paths = [...texts].flatMap(([text, {path, template = path, location}]) => {
      const place = {location: keyLocation(location)};
      const name = `path ${quote(template)}`;
      const ending = endFaults(name, text, isLeftOut ? ' and is left out' : '', place);
      const unsent = ending.length === 0 ? unsentPath(text) : undefined;
      const outcome = isLeftOut && neverMatches('', pathExpression(text)) ? 'is left out, and ' : '';
      return unsent ? [{message: `${name} ${outcome}${unsent.fault}`, hint: unsent.hint, ...place}] : ending;
    });
    const base = input.settings.get(PATH_BASE) ?? '';
    const name = `\`${PATH_BASE}\` ${quote(base)}`;
    const place = settingPlace(PATH_BASE, input);
    const inBase = endFaults(name, base, isLeftOut ? ' and all paths are left out' : '', place);
    return [...inBase, ...prefixFaults(name, base, place), ...paths];
  },
} satisfies Rule;

function endFaults(name: string, template: string, outcome: string, place: SettingPlace): Finding[] {
  // The end of `/:id?` is no query: it is reported as what clients do not send.
  const [end = ''] = /[?#]/.exec(pathExpression(template.replace(/(\/:[^/]*)\?$/, '$1'))) ?? [];
  const [reason, hint = ''] = REASONS[end] ?? [];
  if (reason === undefined) return [];
  const message = `${name} never matches${outcome}: ${reason}, which is not part of a path`;
  return [{message, hint, ...place}];
}

/** A prefix is literal, and clients percent-encode braces. */
function prefixFaults(name: string, base: string, place: SettingPlace): Finding[] {
  const prefix = normalizePrefix(base);
  const hint = 'write the prefix that requests have, or put the parameter into the paths';
  if (/[{}]/.test(base))
    return [
      {message: `${name} has no parameters: it matches ${quote(asOnTheWire(prefix))} only`, hint, ...place},
    ];
  const unsent = unsentPath(prefix);
  if (unsent === undefined) return [];
  const isLiteral = !unsent.hint.includes('{');
  return [{message: `${name} ${unsent.fault}`, hint: isLiteral ? unsent.hint : hint, ...place}];
}
