import type {Oas2Rule, Oas3Rule, UserContext} from '@redocly/openapi-core';
import {isMap, ownValue} from '../../src/core/json-pointer.ts';
import {type Finding, lintDescription} from '../../src/core/lint.ts';
import {readProfileOptions} from '../../src/core/profile-options.ts';
import {RULES, type RuleCode, rulePage} from '../../src/core/rules.ts';
import {DECORATOR, ownOptions} from '../../src/io/redocly-decorator.ts';
import {redoclyDescription} from './description.ts';
import {toReport} from './report.ts';

type Judged = Pick<ReturnType<typeof redoclyDescription>, 'sources'> & {
  readonly findings: readonly Finding[];
};

/** All rules look at the same description, which is judged once. */
const judged = new WeakMap<object, Judged>();

function judge(root: object, ctx: UserContext): Judged {
  const known = judged.get(root);
  if (known) return known;
  const description = redoclyDescription(ctx);
  const fresh = {findings: lintDescription(root, description), sources: description.sources};
  judged.set(root, fresh);
  return fresh;
}

function rule(code: RuleCode) {
  return () => ({
    Root(root: object, ctx: UserContext) {
      const {findings, sources} = judge(root, ctx);
      if (code === 'service-name' && optionNamesService(ctx)) return;
      for (const finding of findings.filter((candidate) => candidate.code === code)) {
        ctx.report({...toReport(finding, sources), reference: rulePage(code)});
      }
    },
  });
}

/** True when the decorator's options give what the description lacks. */
function optionNamesService({config, specVersion}: UserContext): boolean {
  const decorators: Readonly<Record<string, unknown>> | undefined = config?.decorators;
  const given = [decorators?.[specVersion]].filter(isMap).map((active) => ownValue(active, DECORATOR));
  return given.filter(isMap).some((options) => {
    const location = {uri: '', pointer: ''};
    return readProfileOptions(ownOptions(options), location).options.settings['service.name'] !== undefined;
  });
}

/** The rules of `redocly lint`, by their name without the plugin's id: those of the linters' one table. */
export const rules = Object.fromEntries(
  RULES.map(({code}) => [code, rule(code) satisfies Oas3Rule & Oas2Rule]),
);
