import {beforeAll, expect, test} from '@jest/globals';
import {FEW, GROWN, OTHER, type Paths, requestsOf, TWO} from '../meshes/described-paths.ts';
import {GATEWAY_RULE_OF} from '../meshes/gateways.ts';
import {linkerdRule} from '../meshes/linkerd.ts';
import {gapsIn, stateOf, statesAfter} from '../meshes/replay.ts';
import {ends} from '../start-cli.ts';
import {applyFolder, establishRoutes, withService} from './support/apply-folder.ts';
import {heldRoutes, watchRoutes} from './support/watch-routes.ts';

const GATEWAY = {mesh: 'envoy-gateway', gateway: {name: 'public', hostnames: ['a.example']}};
const BY_OPERATION = {...GATEWAY, group: 'operation', gateway_api: '1.7'};
const MESH = {mesh: 'linkerd', target: 'httproute'};

beforeAll(establishRoutes);

test.each([
  {name: 'more', before: FEW, after: GROWN, settings: GATEWAY, want: {written: 16, deleted: 1}},
  {name: 'less', before: GROWN, after: FEW, settings: GATEWAY, want: {written: 1, deleted: 14}},
  {name: 'more in a mesh', before: FEW, after: GROWN, settings: MESH, want: {written: 16, deleted: 1}},
  {name: 'others', before: TWO, after: OTHER, settings: BY_OPERATION, want: {written: 3, deleted: 2}},
])(
  'what is served before and after is served after each write on the API server, with $name',
  ({before, after, settings, want}) =>
    withService(async (namespace) => {
      const describe = (paths: Paths) => {
        const service = {name: 'a', namespace, port: 80};
        return JSON.stringify({openapi: '3.1.0', 'x-apigen': {...settings, namespace, service}, paths});
      };
      const {yes, write} = applyFolder(describe(before));
      expect(await yes()).toMatchObject({status: 0});
      const old = stateOf(await heldRoutes(namespace));
      write(describe(after));
      const events = await watchRoutes(namespace, async () => expect(await yes()).toMatchObject({status: 0}));
      expect(await yes()).toEqual(ends(0, 'nothing to change\n'));
      const deleted = events.filter(({isDeleted}) => isDeleted).length;
      expect({written: events.length - deleted, deleted}).toEqual(want);
      const writes = statesAfter(old, new Map(), events);
      const ruleOf = settings.mesh === 'linkerd' ? linkerdRule : GATEWAY_RULE_OF['envoy-gateway'];
      const requests = requestsOf({...before, ...after, '/health': {}}, [], ['GET']).map((request) => ({
        ...request,
        host: 'a.example',
      }));
      expect(gapsIn(writes, old, ruleOf, requests)).toEqual([]);
    }),
);
