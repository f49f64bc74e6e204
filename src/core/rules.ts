import type {ProblemCode} from './problem.ts';

/** How much a linter makes of a finding; a hint never fails a run. */
export type RuleSeverity = 'error' | 'warning' | 'hint';

/** One rule of the linters: `apigen-<code>` for Spectral, `apigen/<code>` for Redocly. */
export interface Rule {
  readonly code: ProblemCode;
  readonly severity: RuleSeverity;
  /** What the rule asks for, as a sentence without a full stop. */
  readonly summary: string;
}

/**
 * The rules that linters apply to an OpenAPI description, one row each: the Spectral ruleset, the Redocly rules and the
 * list of their pages in the docs are made from this table. What `apigen mesh` calls an error and a linter does not is
 * what a flag may give or allow (`service-name`, `no-routes`).
 */
export const RULES = [
  {
    code: 'setting-value',
    severity: 'error',
    summary: 'A setting’s value is of the right type and in its range',
  },
  {
    code: 'setting-name',
    severity: 'error',
    summary: 'Names of Services, namespaces and domains are names that Kubernetes accepts',
  },
  {
    code: 'profile-name',
    severity: 'error',
    summary: 'The ServiceProfile’s name is not longer than Kubernetes allows',
  },
  {
    code: 'unknown-setting',
    severity: 'warning',
    summary: 'Every key of `x-apigen` is a setting',
  },
  {
    code: 'setting-scope',
    severity: 'warning',
    summary: 'Settings stand where they have an effect',
  },
  {
    code: 'paths',
    severity: 'error',
    summary: '`paths` is there, and a map',
  },
  {
    code: 'path-template',
    severity: 'error',
    summary: 'Paths begin with `/`, and their braces pair off around names',
  },
  {
    code: 'path-item',
    severity: 'error',
    summary: 'Path items are maps',
  },
  {
    code: 'operation',
    severity: 'error',
    summary: 'Operations are maps, each under an HTTP method of its own',
  },
  {
    code: 'reference',
    severity: 'error',
    summary: 'References of path items and operations lead to maps, and in no circle',
  },
  {
    code: 'unknown-method',
    severity: 'warning',
    summary: 'No method is misspelled',
  },
  {
    code: 'ambiguous-paths',
    severity: 'warning',
    summary: 'Paths differ in more than the names of their parameters',
  },
  {
    code: 'shadowed-route',
    severity: 'warning',
    summary: 'No route is hidden behind an earlier one',
  },
  {
    code: 'no-routes',
    severity: 'warning',
    summary: 'At least one route is left',
  },
  {
    code: 'service-name',
    severity: 'hint',
    summary: 'Where settings stand, the name of the target Service stands too',
  },
  {
    code: 'redundant-timeout',
    severity: 'hint',
    summary: 'A timeout differs from the one that would hold without it',
  },
] as const satisfies readonly Rule[];

export type RuleCode = (typeof RULES)[number]['code'];

/** Where the pages of the rules are published: the package's own files, of the newest release. */
const PAGES = 'https://unpkg.com/apigen/docs/rules';

/** The address of the page that explains a rule; in the repository and the package it is `docs/rules/<code>.md`. */
export function rulePage(code: RuleCode): string {
  return `${PAGES}/${code}.md`;
}
