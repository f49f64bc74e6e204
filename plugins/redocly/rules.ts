import type {Oas2Rule, Oas3Rule, UserContext} from '@redocly/openapi-core';
import {type Finding, lintDescription} from '../../src/core/lint.ts';
import {type ProfileOptions, readProfileOptions} from '../../src/core/profile-options.ts';
import {nothingSaid} from '../../src/core/project-profile.ts';
import {RULES, type RuleCode, rulePage} from '../../src/core/rules.ts';
import {ownOptions} from '../../src/io/redocly-decorator.ts';
import {activeDecorator, optionsLocation} from './decorator-options.ts';
import {redoclyDescription} from './description.ts';
import {configSource, type Report, type Reportable, toReport} from './report.ts';

/** What one rule has to report, at its own severity or at the one that bundling gives it. */
type Judgement = Reportable & Pick<Report, 'forceSeverity'>;

interface Judged {
  readonly judgements: readonly Judgement[];
  readonly sources: Parameters<typeof toReport>[1];
}

/** All rules look at the same description, which is judged once. */
const judged = new WeakMap<object, Judged>();

function judge(root: object, ctx: UserContext): Judged {
  const known = judged.get(root);
  if (known) return known;
  const description = redoclyDescription(ctx);
  const decorator = activeDecorator(ctx);
  const read = decorator && readProfileOptions(ownOptions(decorator), optionsLocation(ctx));
  // What stops the bundle is an error here too, whatever the rule's own severity.
  const stops: Pick<Report, 'forceSeverity'> = {
    forceSeverity: decorator?.severity === 'warn' ? 'warn' : 'error',
  };
  const findings: Judgement[] = judgeDescription(root, description, read?.options).map((finding) =>
    finding.code === 'service-name' && read?.options.strict ? {...finding, ...stops} : finding,
  );
  const faults = (read?.problems ?? []).map((problem) => ({...problem, ...stops}));
  const sources = new Map([...description.sources, ...configSource(ctx.config)]);
  const fresh = {judgements: [...faults, ...findings], sources};
  judged.set(root, fresh);
  return fresh;
}

type Description = Pick<ReturnType<typeof redoclyDescription>, 'uri' | 'documents'>;

function judgeDescription(
  root: object,
  description: Description,
  options: ProfileOptions | undefined,
): readonly (Finding | Reportable)[] {
  const unnamed = options?.strict && options.settings['service.name'] === undefined;
  const nothing = unnamed ? nothingSaid({...description, document: root}) : undefined;
  return nothing ? [nothing.refusal, ...nothing.astray] : lintDescription(root, {...description, ...options});
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
