import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {template} from './chart.ts';
import {chartFolder} from './chart-repository.ts';
import {helm, helmMajors} from './clients.ts';

const cases = path.join(import.meta.dirname, 'chart');

/**
 * The objects without what differs from run to run and from release to release, a made password and the chart's version,
 * and without the empty lines that one of Helm's major versions puts between them.
 */
const steady = (objects: string) =>
  objects
    .replace(/^( {2}password: )[A-Za-z0-9+/]{43}=$/m, '$1<32 characters>')
    .replaceAll(/^( +helm\.sh\/chart: tracer-).*$/gm, '$1<version>')
    .replaceAll(/\n+(---\n|$(?!\n))/g, '\n$1');

describe.each(helmMajors)('helm %i', (major) => {
  it('finds nothing to complain of', async () => {
    const {status, stdout} = await helm(major, ['lint', '--strict', chartFolder]);
    expect({status, stdout}).toEqual({status: 0, stdout: expect.stringContaining('0 chart(s) failed')});
    expect(stdout).not.toMatch(/\[(WARNING|ERROR)\]/);
  });

  // UPDATE_GOLDEN=1 writes the files anew; read the difference before it is committed.
  it.each(readdirSync(cases))('renders the case %s', async (name) => {
    const inCase = (file: string) => path.join(cases, name, file);
    const {status, stdout, stderr} = await template(major, ['--values', inCase('values.yaml')]);
    expect({status, stderr}).toEqual({status: 0, stderr: ''});
    const want = inCase('want.yaml');
    if (process.env.UPDATE_GOLDEN && major === helmMajors[0]) writeFileSync(want, steady(stdout));
    expect(existsSync(want) ? readFileSync(want, 'utf8') : '').toBe(steady(stdout));
  });
});
