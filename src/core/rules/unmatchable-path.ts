import {endOfPath, pathExpression} from '../openapi/routes/path-expression.ts';
import {childLocation, type Finding, keyLocation, type Location} from '../problem.ts';
import {quote} from '../quote.ts';
import type {Rule, RuleInput} from '../rule.ts';

const REASONS = {
  '?': ['"?" begins the query', 'end it before "?", and describe the query as parameters'],
  '#': ['"#" begins the fragment', 'end it before "#"'],
} as const;

const PATH_BASE = 'path.base';

/** The mesh compares the path of a request, which has neither query nor fragment. Source: linkerd2-proxy. */
export const unmatchablePath = {
  code: 'unmatchable-path',
  severity: 'warning',
  summary: 'Paths end before the query and the fragment of a request',
  check(input) {
    const pathItems = new Map(input.routes.map(({pathItem}) => [pathItem.path, pathItem]));
    const paths = [...pathItems.values()].flatMap(({path, location}) =>
      find(`path ${quote(path)}`, path, keyLocation(location)),
    );
    const base = input.settings.get(PATH_BASE) ?? '';
    return [...find(`\`${PATH_BASE}\` ${quote(base)}`, base, baseLocation(input)), ...paths];
  },
} as const satisfies Rule;

function find(name: string, template: string, location: Location): Finding[] {
  const end = endOfPath(pathExpression(template));
  if (end === undefined) return [];
  const [reason, hint] = REASONS[end];
  return [{message: `${name} never matches: ${reason}, which is not part of a path`, hint, location}];
}

/** Where the base is set in the description, else its root. */
function baseLocation({settings, description: {uri, settings: root, implied}}: RuleInput): Location {
  const document = {uri, pointer: ''};
  const base = settings.get(PATH_BASE);
  if (root.extension && root.values[PATH_BASE] === base)
    return PATH_BASE.split('.').reduce(childLocation, root.extension);
  return implied[PATH_BASE] === base ? childLocation(document, 'basePath') : document;
}
