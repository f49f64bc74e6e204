import {beforeAll, describe, expect, it} from '@jest/globals';
import {type GoldenCase, goldenCases} from '../golden-cases.ts';
import {configOf, descriptionOf} from '../golden-config.ts';
import {type Project, REDOCLY_VERSIONS, Workshop} from './npm-project.ts';

const workshop = new Workshop();
const cases = goldenCases().filter(({notForRedocly}) => notForRedocly === undefined);
const right = cases.filter(({want}) => want?.status === 0);
const wrong = cases.filter(({want}) => want?.status !== 0);

/** A project whose APIs are the cases. */
function projectOf(selected: readonly GoldenCase[], plugin: boolean): Project {
  const project = workshop.project({'redocly.yaml': configOf(selected, plugin)});
  for (const {name, folder} of selected) project.copy(folder, name);
  return project;
}

beforeAll(() => workshop.open([], [REDOCLY_VERSIONS.newest, REDOCLY_VERSIONS.oldest]), 600_000);

describe.each([REDOCLY_VERSIONS.newest, REDOCLY_VERSIONS.oldest])(
  'golden folders while bundling with %s',
  (version) => {
    let project: Project;
    let plain: Project;
    let bundled: Awaited<ReturnType<Project['redocly']>>;

    // OpenAPI 3.2 and overlays came after the oldest version.
    const isNew = (golden: GoldenCase) =>
      golden.redoclyOverlays.length > 0 || /openapi: ["']?3\.2/.test(descriptionOf(golden));
    const readable = right.filter((golden) => version === REDOCLY_VERSIONS.newest || !isNew(golden));

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
        'httproute-labels-without-a-name',
        'httproute-no-method-that-matches',
        'httproute-unmatchable-only',
        'httproute-unmatchable-prefix',
        'no-routes',
        'no-routes-in-3-1-without-paths',
        'no-routes-with-webhooks',
        'path-base-by-flag-never-matches',
        'service-name-missing-with-settings',
      ],
    ]);
  }, 100_000);
});
