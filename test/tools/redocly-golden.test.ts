import {readFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {type GoldenCase, goldenCases} from '../golden-cases.ts';
import {REDOCLY_VERSIONS, type RedoclyProject, RedoclyWorkshop, type Run} from './redocly-project.ts';

const workshop = new RedoclyWorkshop();
const cases = goldenCases().filter(({notForRedocly}) => notForRedocly === undefined);
const right = cases.filter(({want}) => want?.status === 0);
const wrong = cases.filter(({want}) => want?.status !== 0);

const SWITCHES: Readonly<Record<string, string>> = {strict: 'strict', 'allow-empty': 'allowEmpty'};
const RENAMED: Readonly<Record<string, string>> = {'api-version': 'apiVersion'};

/** The description and the decorator's options that ask for what the arguments of a case ask for. */
function counterpart({name, args}: GoldenCase): {root: string; options: Record<string, unknown>} {
  const options: Record<string, unknown> = {output: `profiles/${name}.yaml`};
  const words = args.flatMap((arg) =>
    /^--[^=]+=/.test(arg) ? [arg.slice(0, arg.indexOf('=')), arg.slice(arg.indexOf('=') + 1)] : [arg],
  );
  let root = '';
  while (words.length > 0) {
    const flag = (words.shift() ?? '').replace(/^-+/, '');
    if (flag in SWITCHES) options[SWITCHES[flag] ?? ''] = true;
    else {
      const value = words.shift() ?? '';
      if (flag === 'i' || flag === 'in') root = value;
      else
        options[RENAMED[flag] ?? flag] =
          /^\d+$/.test(value) && /port|timeout/.test(flag) ? Number(value) : value;
    }
  }
  return {root: `${name}/${root}`, options};
}

function descriptionOf(golden: GoldenCase): string {
  return readFileSync(path.join(path.dirname(golden.folder), counterpart(golden).root), 'utf8');
}

/** A project whose APIs are the cases. */
function projectOf(selected: readonly GoldenCase[], plugin: boolean): RedoclyProject {
  const apis = selected.map((golden) => {
    const {root, options} = counterpart(golden);
    const decorators = plugin ? {decorators: {'apigen/service-profile': options}} : {};
    return [golden.name, {root, output: `bundles/${golden.name}.yaml`, ...decorators}];
  });
  const config = {
    ...(plugin ? {plugins: ['apigen/redocly'], extends: ['apigen/recommended']} : {}),
    apis: Object.fromEntries(apis),
  };
  const project = workshop.project({'redocly.yaml': config});
  for (const {name, folder} of selected) project.copy(folder, name);
  return project;
}

beforeAll(() => workshop.open([REDOCLY_VERSIONS.newest, REDOCLY_VERSIONS.oldest]), 280_000);
afterAll(() => workshop.close());

describe.each([REDOCLY_VERSIONS.newest, REDOCLY_VERSIONS.oldest])(
  'golden folders while bundling with %s',
  (version) => {
    let project: RedoclyProject;
    let plain: RedoclyProject;
    let bundled: Run;

    // OpenAPI 3.2 came after the oldest version.
    const readable = right.filter(
      (golden) => version === REDOCLY_VERSIONS.newest || !/openapi: ["']?3\.2/.test(descriptionOf(golden)),
    );

    beforeAll(async () => {
      project = projectOf(readable, true);
      plain = projectOf(readable, false);
      bundled = await project.redocly(['bundle'], version);
      await plain.redocly(['bundle'], version);
    }, 200_000);

    it('bundles them all', () => {
      expect(bundled).toMatchObject({status: 0});
    });

    it.each(readable)('$name: the bytes of `apigen mesh`', ({name, want}) => {
      expect(project.read(`profiles/${name}.yaml`)).toBe(want?.stdout);
    });

    it.each(readable)('$name: the bundle is the same with and without the plugin', ({name}) => {
      const bundle = plain.read(`bundles/${name}.yaml`);
      expect(bundle).toEqual(expect.any(String));
      expect(project.read(`bundles/${name}.yaml`)).toBe(bundle);
    });
  },
);

describe('golden folders in a configuration', () => {
  it('`apigen mesh --config` writes the same files', async () => {
    const project = projectOf(right, true);
    expect(await project.apigen(['mesh', '--config', 'redocly.yaml'])).toMatchObject({status: 0, stdout: ''});
    for (const {name, want} of right)
      expect([name, project.read(`profiles/${name}.yaml`)]).toEqual([name, want?.stdout]);
  }, 60_000);

  it('wrong ones are refused by lint already, but for a name or routes that a flag may give', async () => {
    const {stdout} = await projectOf(wrong, true).redocly(['lint', '--format=json']);
    const totals = [...stdout.matchAll(/"totals": \{\s*"errors": (\d+)/g)].map(([, errors]) =>
      Number(errors),
    );
    const passed = wrong.filter((_, index) => totals[index] === 0).map(({name}) => name);
    expect([totals.length, passed]).toEqual([
      wrong.length,
      [
        'disabled-everything',
        'no-routes',
        'no-routes-in-3-1-without-paths',
        'service-name-at-a-path-is-missing-still',
        'service-name-missing-beside-settings',
      ],
    ]);
  }, 100_000);

  it('wrong ones get a bundle by --force, and no profile', async () => {
    const project = projectOf(wrong, true);
    const {status, stderr} = await project.redocly(['bundle', '--force']);
    expect(status).toBe(0);
    expect(project.files().filter((file) => file.startsWith('profiles/'))).toEqual([]);
    expect(project.files().filter((file) => file.startsWith('bundles/'))).toHaveLength(wrong.length);
    expect(
      stderr.match(/Error was generated by the apigen\/service-profile rule/g)?.length,
    ).toBeGreaterThanOrEqual(wrong.length);
  }, 100_000);
});
