import type {Rule} from './rule.ts';

export const parameterSchema = {
  code: 'parameter-schema',
  severity: 'note',
  summary: 'With `path.parameters: schema`, a path parameter matches no more than its schema says',
  check: ({routes}) => routes.flatMap(({widened = []}) => widened),
} satisfies Rule;
