import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {chartFolder} from '../support/chart-repository.ts';
import {helm, helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {template} from '../support/render.ts';

const cases = path.join(import.meta.dirname, 'cases');

/** The manifest without what differs between releases (chart version) and between versions of helm (empty lines). */
const normalized = (objects: string) =>
  objects
    .replaceAll(/^( +helm\.sh\/chart: tracer-).*$/gm, '$1<version>')
    .replaceAll(/\n+(---\n|$(?!\n))/g, '\n$1');

describe.each(helmMajors)('helm %i', (major) => {
  it('lints the chart without errors', async () => {
    const {status, stdout} = await helm(major, ['lint', '--strict', chartFolder]);
    expect({status, stdout}).toEqual({status: 0, stdout: expect.stringContaining('0 chart(s) failed')});
    expect(stdout).not.toMatch(/\[(WARNING|ERROR)\]/);
  });

  // UPDATE_GOLDEN=1 rewrites the files; review the difference.
  it.each(readdirSync(cases))('renders the case %s, which the API server takes strictly', async (name) => {
    const inCase = (file: string) => path.join(cases, name, file);
    const {status, stdout, stderr} = await template(major, ['--values', inCase('values.yaml')]);
    expect({status, stderr}).toEqual({status: 0, stderr: ''});
    const want = inCase('want.yaml');
    if (process.env.UPDATE_GOLDEN && major === helmMajors[0]) writeFileSync(want, normalized(stdout));
    expect(existsSync(want) ? readFileSync(want, 'utf8') : '').toBe(normalized(stdout));
    await inNamespace(async (namespace) => {
      const withoutTest = stdout.split('---\n').filter((object) => !object.includes('helm.sh/hook'));
      const strictly = ['--dry-run=server', '--validate=strict', '--namespace', namespace];
      const checked = await kubectl(['apply', ...strictly, '-f', '-'], withoutTest.join('---\n'));
      expect(checked).toMatchObject({status: 0, stderr: ''});
    });
  });
});
