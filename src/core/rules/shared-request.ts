import type {RuleFacts} from './rule.ts';

/** A problem that no description shows alone: found among the outputs of a run, and among those and a cluster. */
export const sharedRequest = {
  code: 'shared-request',
  severity: 'warning',
  linted: 'page alone',
  summary: 'Each request of a Gateway is for one Service',
} satisfies RuleFacts;
