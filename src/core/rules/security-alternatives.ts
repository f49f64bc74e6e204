import {accessOf} from '../openapi/access.ts';
import type {Rule} from './rule.ts';

export const securityAlternatives = {
  code: 'security-alternatives',
  severity: 'error',
  ofService: true,
  summary: 'The gateway can check each alternative of `security` with one token',
  check: ({routes, settings}) =>
    routes.flatMap((operation) =>
      accessOf(operation, settings).faults.filter(({code}) => code === 'security-alternatives'),
    ),
} satisfies Rule;
