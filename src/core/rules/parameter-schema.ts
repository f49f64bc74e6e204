import type {Finding} from '../base/problem.ts';
import {quote} from '../base/quote.ts';
import {spanningNames} from '../openapi/effective-settings.ts';
import {alwaysHasSlash} from '../routes/parameter-pattern.ts';
import type {Rule, RuleInput} from './rule.ts';

export const parameterSchema = {
  code: 'parameter-schema',
  severity: 'note',
  summary:
    'With `path.parameters: schema`, a path parameter matches no more than its schema says; without, no pattern needs a slash',
  check: (input) => [...input.routes.flatMap(({widened = []}) => widened), ...slashFaults(input)],
} satisfies Rule;

/** The patterns of frameworks for any text, maybe with slashes. */
const ANY_TEXT = /^\^?(?:\(\.[+*]\)|\.[+*])\$?$/;

/** Parameters that match one segment, and whose schema says that they are several. */
function slashFaults({routes, settings}: RuleInput): Finding[] {
  return routes.flatMap((operation) => {
    const {path, template = path} = operation.pathItem;
    const isBySchema = settings.at(operation, 'path.parameters') === 'schema';
    const spanning = spanningNames(operation, settings);
    return operation.parameters.flatMap((parameter): Finding[] => {
      const {name, location} = parameter;
      const {type = 'string', format, pattern = ''} = parameter.schema();
      if (!template.includes(`{${name}}`) || spanning.includes(name) || type !== 'string') return [];
      const one = `parameter ${quote(name)} of path ${quote(template)} matches one segment, but its`;
      const several = `set \`path.multi_segment: [${name}]\` if it spans segments`;
      if (ANY_TEXT.test(pattern))
        return [{message: `${one} pattern ${quote(pattern)} matches any text`, hint: several, location}];
      const hint = 'set `path.parameters: schema`';
      if (isBySchema) return [];
      if (format === 'path' && pattern === '') return [{message: `${one} format is "path"`, hint, location}];
      if (!alwaysHasSlash(parameter)) return [];
      const message = `path ${quote(template)} gets no request unless clients send "/" as "%2F": by its pattern, parameter ${quote(name)} always has a slash`;
      return [{message, hint, location}];
    });
  });
}
