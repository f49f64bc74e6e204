import {describe, expect, it} from '@jest/globals';
import ruleset from '../../rulesets/index.ts';
import strict from '../../rulesets/strict.ts';
import type {Files} from './files.ts';
import {lint} from './lint-text.ts';
import {meshProblems} from './mesh-text.ts';
import {CASES} from './ruleset-cases.ts';
import {SYNTAX_CASES} from './syntax-cases.ts';
import {yamlRuleset} from './yaml-ruleset.ts';

const brief = (findings: readonly [string, string][]) => findings.map(([place]) => place);

describe.each([...CASES, ...SYNTAX_CASES])('@apigen/cli/spectral finds $name', ({given, want}) => {
  it('at the places of Spectral', async () => {
    expect(brief(await lint(given, ruleset))).toEqual(want);
  });

  it('with warnings as errors', async () => {
    const raised = want.map((finding) => finding.replace(' warning ', ' error '));
    expect(brief(await lint(given, strict))).toEqual(raised);
  });

  it('in the words of apigen mesh', async () => {
    const words = (await lint(given, ruleset)).map(([, message]) => message);
    const mesh = (await meshProblems(given)).map((problem) => problem.words);
    expect(mesh).toEqual(expect.arrayContaining(words));
    // Without any setting the linters do not ask for a name, nor look at routes.
    if (words.some((message) => !message.startsWith('unknown')))
      expect(words).toEqual(expect.arrayContaining(mesh));
  });
});

describe('a description of many files, an operation in each, as DigitalOcean keeps its own', () => {
  const names = Array.from({length: 150}, (_, index) => `resource${index}`);
  const shared = 'responses:\n  "200":\n    $ref: "../../shared/ok.yml"\n';
  const files = (wrong: string): Files => ({
    'root.yaml': [
      'openapi: 3.0.0',
      'paths:',
      ...names.map((name) => `  /v2/${name}/{id}:\n    get:\n      $ref: 'resources/${name}/get.yml'`),
    ].join('\n'),
    ...Object.fromEntries(names.map((name) => [`resources/${name}/get.yml`, shared])),
    'shared/ok.yml': 'description: OK\n',
    'resources/resource77/get.yml': `${shared}${wrong}`,
  });

  it.each([
    {name: 'gets no finding without settings', wrong: '', want: []},
    {
      name: 'gets those of the one file with settings',
      wrong: 'x-apigen:\n  timeouts:\n    request_timeout: 1m\n',
      want: [
        'resources/resource77/get.yml:4:10 warning apigen-service-name',
        'resources/resource77/get.yml:6:22 error apigen-setting-value',
      ],
    },
  ])('$name', async ({wrong, want}) => {
    expect(brief(await lint(files(wrong), ruleset))).toEqual(want);
  });
});

describe('a message', () => {
  it.each([
    {
      name: 'says what is wrong and how to fix it',
      given: {'a.yaml': 'openapi: 3.1.0\npaths: {/a: {get: {x-apigen: {timeouts: {request_timeot: 1}}}}}\n'},
      want: 'unknown setting "timeouts.request_timeot"; did you mean `timeouts.request_timeout`?',
    },
    {
      name: 'shows a value that looks like a placeholder of Spectral as it is',
      given: {
        'a.yaml':
          'openapi: 3.1.0\nx-apigen: {service: {name: "{{value}} #{{1+1}}"}}\npaths: {/a: {get: {}}}\n',
      },
      want: 'invalid `service.name` "{{value}} #{{1+1}}": expected a DNS label (at most 63 lower-case letters, digits and "-", with a letter or digit at both ends); for example `service: {name: "petstore"}`',
    },
  ])('$name', async ({given, want}) => {
    const messages = (await lint(given, ruleset)).map(([, message]) => message);
    expect(messages).toContain(want);
  });
});

describe('the ruleset without npm', () => {
  it.each([
    {given: 'asyncapi: 3.0.0\nx-apigen: {foo: 1}\npaths: {/a: {get: {x-apigen: 1}}}\n', want: []},
    {
      given: 'swagger: "2.0"\nx-apigen: {disabled: 1}\npaths: {/a: {x-apigen: {foo: 1}}}\n',
      want: ['2:22 error apigen-setting-value', '3:30 warning apigen-unknown-setting'],
    },
    {
      given: 'openapi: 3.2.0\npaths: {/a~b: {additionalOperations: {LINK: {x-apigen: {disabled: 1}}}}}\n',
      want: ['2:67 error apigen-setting-value'],
    },
    {
      given:
        'openapi: 3.1.0\npaths: {/a: {$ref: "#/components/pathItems/a"}}\ncomponents: {pathItems: {a: {x-apigen: 1}}}\n',
      want: ['3:40 error apigen-setting-value'],
    },
  ])('finds $want', async ({given, want}) => {
    const findings = await lint({'a.yaml': given}, yamlRuleset);
    expect(brief(findings)).toEqual(want.map((finding) => `a.yaml:${finding}`));
  });
});
