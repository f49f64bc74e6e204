import {expect, test} from '@jest/globals';
import {capture, run} from '../run.ts';
import {gatewayPrograms} from './programs.ts';

const programs = gatewayPrograms();

/** `.ci/run` starts this one while other tests wait, since the programs are built before it. */
(programs ? test : test.skip)('the programs of gateways run', async () => {
  const {envoy = '', egctl = '', contour = ''} = programs ?? {};
  expect(await capture(envoy, ['--version'])).toContain('/1.40.0/Clean/RELEASE/');
  expect(await capture(egctl, ['experimental', 'translate', '--help'])).toContain('--from');
  expect((await run(contour, ['version'])).stderr).toContain('version: v1.33.6');
});
