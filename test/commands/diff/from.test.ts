import {execFileSync} from 'node:child_process';
import {rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {beforeAll} from '@jest/globals';
import {folderWith} from '../../temporary-folder.ts';
import {testTranscript} from '../../transcript.ts';

const describeApi = (name: string, paths: string) =>
  `openapi: 3.1.0\nx-apigen: {mesh: linkerd, service: {name: ${name}}, timeouts: {request_timeout: 5}}\npaths:\n${paths}`;
const [A, ITEMS] = ['  /a: {get: {}}\n', "  /items: {$ref: '../items.yaml'}\n"];

const folder = folderWith({
  'services/changed.yaml': describeApi('changed', `${A}${ITEMS}`),
  'services/removed.yaml': describeApi('removed', A),
  'services/moved.yaml': describeApi('moved', A),
  'services/same.yaml': describeApi('same', A),
  'items.yaml': 'get: {}\n',
  'redocly.yaml':
    'plugins: ["@apigen/cli/redocly"]\napis: {api: {root: services/changed.yaml}}\ndecorators: {apigen/service-profile: {}}\n',
  'below/here.yaml': describeApi('here', A),
  'unset.yaml': `openapi: 3.1.0\npaths:\n${A}`,
  'slash.yaml': describeApi('changed', A).replace('timeouts', 'path: {trailing_slash: either}, timeouts'),
});

beforeAll(() => {
  const git = (...args: readonly string[]) => execFileSync('git', args, {cwd: folder, stdio: 'pipe'});
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message=a');
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
  write('unset.yaml', describeApi('unset', A));
  write('old.yaml', describeApi('changed', A));
  write('wrong.yaml', describeApi('changed', '  /a: {gte: {}, x-apigen: {nope: 1}}\n'));
  write(
    'services/changed.yaml',
    describeApi('changed', `${A.replace('{}', '{x-apigen: {retryable: true}}')}${ITEMS}`),
  );
  write('services/added.yaml', describeApi('added', A));
  write('items.yaml', 'post: {}\n');
  rmSync(path.join(folder, 'services/removed.yaml'));
  git('mv', 'services/moved.yaml', 'services/to.yaml');
});

testTranscript(path.join(import.meta.dirname, 'from.txt'), () => folder);
