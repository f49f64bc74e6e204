import {firstOfEach, groupBy} from '../base/group-by.ts';
import {type Finding, keyLocation} from '../base/problem.ts';
import {quote} from '../base/quote.ts';
import {accessOf, isEnforced} from '../openapi/access.ts';
import {settingPlace} from '../openapi/effective-settings.ts';
import {isInvalid, type Rule, type RuleInput} from './rule.ts';

const KEY = 'security.schemes';

export const securityScheme = {
  code: 'security-scheme',
  severity: 'error',
  ofService: true,
  summary: 'Each security scheme that operations name is described, and how it is enforced is set',
  check(input) {
    const {routes, settings, faults} = input;
    if (!isEnforced(settings)) return [];
    const ofKeys = faults.filter(({code}) => code === 'security-scheme');
    const ofPaths = routes.flatMap(({pathItem: {security}}) => security ?? []);
    const misplaced = ofPaths.map((location) => ({
      message: '`security` has no effect at a path item',
      hint: 'move it to its operations, or to the root',
      location: keyLocation(location),
    }));
    const ofOperations = routes.flatMap((operation) =>
      accessOf(operation, settings).faults.filter(
        // What is wrong in the settings may be what is not set.
        ({code, setting}) => code === 'security-scheme' && !(setting === KEY && isInvalid(input, KEY)),
      ),
    );
    return [
      ...ofKeys,
      ...misplaced,
      ...ofOperations,
      ...undescribed(input),
      ...differentTokens(input),
      ...differentSchemes(input),
    ];
  },
} satisfies Rule;

/** The security schemes of a description, or of each of those that are merged. */
function schemesOf({description, routes, settings}: RuleInput) {
  const roots = new Set([description, ...routes.map((operation) => settings.rootOf(operation))]);
  return [...roots].flatMap(({securitySchemes}) => [...securitySchemes()]);
}

/** A scheme with the name of another one, which has the settings of that. */
function differentSchemes(input: RuleInput): Finding[] {
  const named = groupBy(schemesOf(input), ([name]) => name);
  return [...named].flatMap(([name, schemes]) => {
    const of = ([, {kind, openIdConnectUrl}]: (typeof schemes)[number]) => [kind, openIdConnectUrl].join(' ');
    const different = schemes.find((one) => schemes[0] && of(one) !== of(schemes[0]));
    const message = `two descriptions have different security schemes ${quote(name)}, and one setting for both`;
    return different
      ? [{message, hint: 'rename one of them', location: keyLocation(different[1].location)}]
      : [];
  });
}

/** Settings of schemes that no description has. */
function undescribed(input: RuleInput): Finding[] {
  const {settings} = input;
  const names = new Set(schemesOf(input).map(([name]) => name));
  return Object.keys(settings.get(KEY) ?? {})
    .filter((name) => !names.has(name))
    .map((name) => ({
      message: `\`${KEY}.${name}\` is set, and no security scheme ${quote(name)} is described`,
      hint: 'correct the name, or remove it',
      setting: KEY,
      ...settingPlace(KEY, input),
    }));
}

/** A token of one issuer is checked once. */
function differentTokens(input: RuleInput): Finding[] {
  const schemes = Object.entries(input.settings.get(KEY) ?? {}).filter(
    ([, {issuer}]) => issuer !== undefined,
  );
  const textOf = ({jwks_uri, audiences = []}: (typeof schemes)[number][1]) =>
    JSON.stringify([jwks_uri, audiences.toSorted()]);
  return firstOfEach(schemes, ([, {issuer}]) => issuer ?? '').flatMap(([first, {issuer, ...one}]) =>
    schemes
      .filter(([, other]) => other.issuer === issuer && textOf(other) !== textOf(one))
      .map(([name]) => ({
        message: `the schemes ${quote(first)} and ${quote(name)} have the same issuer, and differ in \`jwks_uri\` or \`audiences\``,
        hint: 'set the same for both',
        setting: KEY,
        ...settingPlace(KEY, input),
      })),
  );
}
