import {expect, it} from '@jest/globals';
import {TOOLS} from '../../../plugins/tracer/src/cluster/tool-versions.ts';
import {servedChart} from '../support/chart-repository.ts';
import {helm, inNamespace} from '../support/clients.ts';
import {INSTALLERS, install} from '../support/installers.ts';
import {leftIn} from '../support/objects.ts';
import {tracerIn} from '../support/tracer.ts';

const environment = servedChart('oldest');

it('has the minor version that the installers require', async () => {
  const {versionArgs, minimum} = TOOLS.helm;
  const {stdout} = await helm('oldest', versionArgs);
  expect(stdout.split('.').slice(0, 2)).toEqual(`v${minimum}`.split('.').slice(0, 2));
});

it.each(INSTALLERS)('the %s, status and uninstall work with the oldest helm', (installer) =>
  inNamespace(async (namespace) => {
    const options = ['--namespace', namespace, '--skip-pma'];
    const tracer = tracerIn(environment(), namespace);
    expect(await install(installer, options, environment())).toMatchObject({status: 0, stderr: ''});
    expect(await install(installer, options, environment())).toMatchObject({status: 0, stderr: ''});
    expect(await tracer('status')).toMatchObject({status: 0, stderr: ''});
    expect(await tracer('uninstall', '--keep-data', '--yes')).toMatchObject({status: 0, stderr: ''});
    expect(await install(installer, options, environment())).toMatchObject({status: 0, stderr: ''});
    expect(await tracer('uninstall', '--yes')).toMatchObject({status: 0, stderr: ''});
    expect(await leftIn(namespace)).toEqual([]);
  }),
);
