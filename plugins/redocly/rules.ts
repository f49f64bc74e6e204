import type {Oas2Rule, Oas3Rule, UserContext} from '@redocly/openapi-core';
import type {JsonMap} from '../../src/core/json-pointer.ts';
import {lintDescription} from '../../src/core/lint.ts';
import type {Problem, ProblemCode} from '../../src/core/problem.ts';
import {readProfileOptions} from '../../src/core/profile-options.ts';
import {projectProfile} from '../../src/core/project-profile.ts';
import {RULES, type RuleCode, rulePage} from '../../src/core/rules.ts';
import {type Outputs, profileFile} from '../../src/io/profile-file.ts';
import {ownOptions} from '../../src/io/redocly-decorator.ts';
import {activeDecorator, optionsLocation, outputLocation} from './decorator-options.ts';
import {type RedoclyDescription, redoclyDescription} from './description.ts';
import {configSource, type Report, type Reportable, toReport} from './report.ts';
import {projectApi} from './service-profile.ts';

/** What one rule has to report, at its own severity or at the one that bundling gives it. */
type Judgement = Reportable & Pick<Report, 'forceSeverity'>;

interface Judged {
  readonly judgements: readonly Judgement[];
  readonly sources: Parameters<typeof toReport>[1];
}

/** All rules look at the same description, which is judged once. */
const judged = new WeakMap<object, Judged>();

/** The profiles that the bundles of this run would write. */
const outputs: Outputs = new Map();

function judge(root: object, ctx: UserContext): Judged {
  const known = judged.get(root);
  if (known) return known;
  const description = redoclyDescription(ctx);
  const decorator = activeDecorator(ctx);
  const read = decorator && readProfileOptions(ownOptions(decorator), optionsLocation(ctx));
  const findings = lintDescription(root, {...description, ...read?.options});
  const faults = decorator && read ? faultsOf(root, description, decorator, read.problems, ctx) : [];
  // What stops the bundle is an error here too, whatever the rule's own severity.
  const forceSeverity = decorator?.severity === 'warn' ? 'warn' : 'error';
  const certain = new Set(faults.map(({code}) => code));
  const judgements = [
    ...faults.map((fault) => ({...fault, forceSeverity}) as const),
    ...findings.filter(({code}) => !(MILD.has(code) && certain.has(code))),
  ];
  const sources = new Map([...description.sources, ...configSource(ctx.config)]);
  const fresh = {judgements, sources};
  judged.set(root, fresh);
  return fresh;
}

/** What stops the bundle although the rules alone do not see it, or do not take it for an error: wrong options, a refused output, warnings when strict. */
function faultsOf(
  root: object,
  description: RedoclyDescription,
  decorator: JsonMap,
  wrong: readonly Problem[],
  ctx: UserContext,
): readonly Reportable[] {
  if (wrong.length > 0) return wrong;
  const request = {...description, document: root, given: ownOptions(decorator)};
  const made = projectProfile({...request, givenAt: optionsLocation(ctx)});
  if (made.serviceProfile === undefined) return made.options.strict ? made.problems.filter(isMildError) : [];
  const api = projectApi(ctx);
  const read = [...description.sources.values()].map(({absoluteRef}) => absoluteRef);
  const {fault} = profileFile(
    {...api, taken: [...api.taken, ...read]},
    made.serviceProfile,
    made.options,
    outputs,
  );
  return fault ? [{code: 'setting-value', ...fault, location: outputLocation(ctx)}] : [];
}

/** Rules whose findings are no errors without `strict`: a flag of another command may give what is missing. */
const MILD: ReadonlySet<ProblemCode> = new Set(
  RULES.filter(({severity}) => severity !== 'error').map(({code}) => code),
);

function isMildError({code, severity}: Problem): boolean {
  return severity === 'error' && MILD.has(code);
}

function rule(code: RuleCode) {
  return () => ({
    Root(root: object, ctx: UserContext) {
      const {judgements, sources} = judge(root, ctx);
      for (const {forceSeverity, ...found} of judgements.filter((candidate) => candidate.code === code)) {
        const forced = forceSeverity === undefined ? {} : {forceSeverity};
        ctx.report({...toReport(found, sources), ...forced, reference: rulePage(code)});
      }
    },
  });
}

/** The rules of `redocly lint`, by their name without the plugin's id: those of the linters' one table. */
export const rules = Object.fromEntries(
  RULES.map(({code}) => [code, rule(code) satisfies Oas3Rule & Oas2Rule]),
);
