import {chmodSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from '@jest/globals';
import {runInTerminal} from '../run-in-terminal.ts';
import {folderWith} from '../temporary-folder.ts';

test('a terminal shows that the API server has not answered for two seconds', () => {
  const cwd = folderWith({
    'a.yaml': 'openapi: 3.1.0\nx-apigen: {mesh: linkerd, service: {name: a}}\npaths: {/a: {get: {}}}\n',
    'bin/kubectl': '#!/bin/sh\nsleep 2.5\nexit 1\n',
  });
  chmodSync(path.join(cwd, 'bin', 'kubectl'), 0o755);
  const PATH = `${path.join(cwd, 'bin')}${path.delimiter}${process.env.PATH}`;
  const {screen} = runInTerminal(['diff', 'a.yaml', '--cluster'], [], {cwd, env: {...process.env, PATH}});
  expect(screen.split('\n')[0]).toBe('apigen: waiting for the API server (`kubectl proxy`)');
});
