import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from '@jest/globals';
import {parseAllDocuments} from 'yaml';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {helmMajors} from '../support/clients.ts';
import {template} from '../support/render.ts';

const guide = path.resolve(import.meta.dirname, '../../../plugins/tracer/docs/gitops.md');

it.each(helmMajors)(
  'the guide for Argo CD and Flux has values that helm %i renders twice alike',
  async (major) => {
    const blocks = readFileSync(guide, 'utf8').matchAll(/^```yaml\n(.*?)^```$/gms);
    const objects = [...blocks].flatMap(([, yaml = '']) => parseAllDocuments(yaml).map((one) => one.toJS()));
    const [application, , release] = objects;
    expect(objects.map(({kind}) => kind)).toEqual(['Application', 'HelmRepository', 'HelmRelease']);
    const values = application.spec.source.helm.valuesObject;
    expect(release.spec.values).toEqual(values);
    const file = path.join(clusterAccess().folder, `gitops-${major}.json`);
    writeFileSync(file, JSON.stringify(values));
    const first = await template(major, ['--values', file]);
    expect(first).toMatchObject({status: 0, stderr: ''});
    expect(await template(major, ['--values', file])).toEqual(first);
  },
);
