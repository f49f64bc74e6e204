import {chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {parse} from 'yaml';
import {goTool} from '../../release/go-tools.ts';
import {output} from '../../release/program.ts';
import {ROOT} from './released.ts';

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'workflows-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}

describe('the workflows', () => {
  it('pass actionlint, with shellcheck on their scripts', async () => {
    const folder = path.join(ROOT, '.github', 'workflows');
    const files = (await readdir(folder)).map((name) => path.join(folder, name));
    expect(await output(await goTool('actionlint'), ['-no-color', ...files])).toBe('');
  });

  it('write the real addresses over every stand-in', async () => {
    const left = await inFolder(async (folder) => {
      const clone = path.join(folder, 'clone');
      await output('git', ['clone', '--quiet', '--shared', ROOT, clone]);
      await output(
        process.execPath,
        [
          path.join(ROOT, 'release', 'run.mjs'),
          'write-addresses',
          'https://pages.test/a',
          'https://releases.test/r',
          'owner/tap',
        ],
        {cwd: clone},
      );
      const installer = await readFile(path.join(clone, 'plugins/tracer/scripts/install-cli.sh'), 'utf8');
      expect(installer).toContain('TRACER_RELEASES_URL:-https://releases.test/r}');
      expect(installer).toContain('TRACER_DEB_REPO_URL:-https://pages.test/a/deb}');
      expect(installer).toContain('TRACER_TAP:-owner/tap}');
      return output(
        'sh',
        ['-c', "git grep -l https://get.apigen.example -- ':!release' ':!test' ':!.github' || :"],
        {
          cwd: clone,
        },
      );
    });
    expect(left).toBe('');
  });
});

interface Workflow {
  readonly jobs: Readonly<
    Record<string, {readonly steps: readonly {readonly name?: string; readonly run?: string}[]}>
  >;
}

/** Runs a step of the release's job `publish` for a tag, with stand-ins that say how they were called; `there` is what they find already. */
async function publish(step: string, tag: string, there: boolean): Promise<string[]> {
  const text = await readFile(path.join(ROOT, '.github', 'workflows', 'release.yml'), 'utf8');
  const workflow: Workflow = parse(text);
  const script = workflow.jobs.publish?.steps.find(({name}) => name === step)?.run ?? 'exit 9';
  return inFolder(async (folder) => {
    const said = path.join(folder, 'said');
    await mkdir(path.join(folder, 'release'));
    await writeFile(path.join(folder, 'release', 'checksums.txt'), '');
    for (const name of ['gh', 'npm']) {
      const stub = `#!/bin/sh\necho "${name} $*" >>${said}\ncase $* in *view*) ${there ? 'echo 1.2.3' : 'exit 1'} ;; esac\n`;
      await writeFile(path.join(folder, name), stub, {mode: 0o755});
    }
    await output('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      cwd: folder,
      env: {PATH: `${folder}:${process.env.PATH}`, GITHUB_REF_NAME: tag, GITHUB_REPOSITORY: 'owner/name'},
    });
    return (await readFile(said, 'utf8')).trimEnd().split('\n');
  });
}

describe('the release’s job `publish`', () => {
  it.each([
    {tag: 'v1.2.3', kind: '--latest', dist: 'latest', version: '1.2.3'},
    {tag: 'v1.2.3-rc.1', kind: '--prerelease', dist: 'next', version: '1.2.3-rc.1'},
  ])('publishes $tag as $dist', async ({tag, kind, dist, version}) => {
    expect(await publish('Upload to the release of this tag', tag, false)).toEqual([
      `gh release view ${tag} --repo owner/name`,
      `gh release create ${tag} --repo owner/name --verify-tag --generate-notes ${kind}`,
      `gh release upload ${tag} --repo owner/name --clobber release/checksums.txt`,
    ]);
    const npm = (name: string, file: string) => [
      `npm view ${name}@${version} version`,
      `npm publish --provenance --access public --tag ${dist} ./release/${file}-${version}.tgz`,
    ];
    expect(await publish('Publish the npm packages', tag, false)).toEqual([
      ...npm('@apigen/plugin-tracer', 'apigen-plugin-tracer'),
      ...npm('apigen', 'apigen'),
    ]);
  });

  it('does once what is run twice', async () => {
    expect(await publish('Upload to the release of this tag', 'v1.2.3', true)).toEqual([
      'gh release view v1.2.3 --repo owner/name',
      'gh release upload v1.2.3 --repo owner/name --clobber release/checksums.txt',
    ]);
    expect(await publish('Publish the npm packages', 'v1.2.3', true)).toEqual([
      'npm view @apigen/plugin-tracer@1.2.3 version',
      'npm view apigen@1.2.3 version',
    ]);
  });
});

interface Action {
  readonly runs: {
    readonly steps: readonly {readonly run: string; readonly env: Readonly<Record<string, string>>}[];
  };
}

/** Runs the action's one step as a runner does: inputs by the environment, `npx` gives this repository's apigen. */
async function runAction(inputs: Readonly<Record<string, string>>, folder: string) {
  const action: Action = parse(await readFile(path.join(ROOT, 'action.yml'), 'utf8'));
  const [step] = action.runs.steps;
  const bin = path.join(folder, 'bin');
  await mkdir(bin, {recursive: true});
  await writeFile(
    path.join(bin, 'npx'),
    `#!/bin/sh\necho "$1 $2" >&2\nshift 2\nexec ${process.execPath} ${ROOT}/bin/run.js "$@"\n`,
  );
  await chmod(path.join(bin, 'npx'), 0o755);
  const fill = (value: string) =>
    value.replaceAll(/\$\{\{ inputs\.([a-z]+) \}\}/g, (_, name: string) => inputs[name] ?? '');
  const env = Object.fromEntries(Object.entries(step?.env ?? {}).map(([name, value]) => [name, fill(value)]));
  const outputs = path.join(folder, 'outputs');
  const printed = await output('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step?.run ?? ''], {
    cwd: folder,
    env: {...env, GITHUB_OUTPUT: outputs, PATH: `${bin}:${process.env.PATH}`},
  }).catch((error: Error) => error.message);
  return {printed, outputs: await readFile(outputs, 'utf8')};
}

describe('the action', () => {
  const petstore = path.join(ROOT, 'examples', 'petstore.yaml');

  it('prints the profile, with further flags one a line', async () => {
    await inFolder(async (folder) => {
      const {printed, outputs} = await runAction(
        {in: petstore, version: '1.2.3', args: '--namespace=a b\n\n--service.name=$(id)\n'},
        folder,
      );
      expect(printed).toContain('--namespace');
      expect(printed).toContain('$(id)');
      expect(outputs).toBe('profile=\n');
    });
  });

  it('writes a profile, passes its check, and fails when it is no longer what the description gives', async () => {
    await inFolder(async (folder) => {
      const profile = path.join(folder, 'profile.yaml');
      expect(await runAction({in: petstore, version: 'latest', out: profile}, folder)).toMatchObject({
        printed: '',
        outputs: `profile=${profile}\n`,
      });
      expect((await runAction({in: petstore, version: 'latest', check: profile}, folder)).printed).toBe('');
      await writeFile(profile, (await readFile(profile, 'utf8')).replace('POST', 'PUT'));
      expect((await runAction({in: petstore, version: 'latest', check: profile}, folder)).printed).toMatch(
        /failed \(1\):[\s\S]*\n-.*PUT[\s\S]*\n\+.*POST/,
      );
    });
  });
});
