import {describeFaults, type Rule} from '../rule.ts';

/** Only linters look further into such a description. */
export const notOpenapi = {
  code: 'not-openapi',
  severity: 'error',
  summary: 'The version of OpenAPI is one that is read, as a string',
  check: (input) => describeFaults(input, 'not-openapi', ({message, hint}) => ({message, hint})),
} satisfies Rule;
