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

/** Parameters that match one segment, and whose pattern says that they are several. */
function slashFaults({routes, settings}: RuleInput): Finding[] {
  return routes.flatMap((operation) => {
    const {path, template = path} = operation.pathItem;
    if (settings.at(operation, 'path.parameters') === 'schema') return [];
    const spanning = spanningNames(operation, settings);
    return operation.parameters.flatMap((parameter): Finding[] => {
      const {name, location} = parameter;
      const isOne = template.includes(`{${name}}`) && !spanning.includes(name);
      if (!(isOne && alwaysHasSlash(parameter))) return [];
      const message = `path ${quote(template)} gets no request unless clients send "/" as "%2F": by its pattern, parameter ${quote(name)} always has a slash`;
      return [{message, hint: 'set `path.parameters: schema`', location}];
    });
  });
}
