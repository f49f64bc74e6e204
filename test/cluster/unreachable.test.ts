import {once} from 'node:events';
import {createServer} from 'node:http';
import {expect, it} from '@jest/globals';
import {ends} from '../start-cli.ts';
import {kubeconfigAt} from './support/kubeconfigs.ts';
import {meshFolder} from './support/mesh-folder.ts';

const DESCRIPTION = `openapi: 3.1.0
x-apigen: {mesh: istio, service: {name: a, port: 80}}
paths: {/a: {get: {}}}
`;

// Nothing listens on the port of TCP's discard service.
const SERVER = 'https://127.0.0.1:9';
const REFUSED =
  'The connection to the server 127.0.0.1:9 was refused - did you specify the right host or port?';

const COMMANDS = [
  {args: ['apply', 'openapi.yaml', '--yes']},
  {args: ['delete', 'openapi.yaml', '--yes']},
  {args: ['diff', 'openapi.yaml', '--cluster'], status: 2},
  {args: ['apply', '--from-services', '--yes']},
  {args: ['routes', '--from-services']},
  {args: ['init', '--from-cluster']},
];

/** The last line where a description was read. */
const countOf = (args: readonly string[]) =>
  args.includes('openapi.yaml') ? '1 error in 1 description\n' : '';

const CONTEXTS = '`kubectl config get-contexts` lists';

it.each(COMMANDS)('apigen $args reports that there is no context', async ({args, status = 1}) => {
  const {apigen} = meshFolder({'openapi.yaml': DESCRIPTION}, '/dev/null');
  const stderr = `error: kubectl has no current context\n    add \`--context <name>\`: ${CONTEXTS} them\n${countOf(args)}`;
  expect(await apigen(...args)).toEqual(ends(status, stderr));
});

it.each(COMMANDS)(
  'apigen $args reports a context or a file that is not there',
  async ({args, status = 1}) => {
    const {apigen} = meshFolder({'openapi.yaml': DESCRIPTION});
    for (const [flag, reason] of [
      ['--context=none', '.*context.*none.*'],
      ['--kubeconfig=none', 'stat none: no such file or directory'],
    ] as const) {
      const hint = `check \`--context\` and \`--kubeconfig\`: ${CONTEXTS} the contexts`;
      const stderr = expect.stringMatching(`^error: kubectl: ${reason}\n    ${hint}\n${countOf(args)}$`);
      expect(await apigen(...args, flag)).toEqual({status, stdout: '', stderr});
    }
  },
);

it.each([
  {args: ['apply', 'openapi.yaml', '--yes']},
  {args: ['diff', 'openapi.yaml', '--cluster'], status: 2},
  {args: ['apply', '--from-services', '--yes']},
  {args: ['report', '--from-services']},
  {args: ['init', '--from-cluster']},
])('apigen $args reports an API server that does not answer', async ({args, status = 1}) => {
  const {apigen} = meshFolder({'openapi.yaml': DESCRIPTION}, kubeconfigAt(SERVER));
  const stderr = `error: kubectl: the API server does not answer: ${REFUSED}
    check \`kubectl config current-context\`, and the network
${countOf(args)}`;
  expect(await apigen(...args)).toEqual(ends(status, stderr));
});

it.each([
  {answer: [404, 'not found'], reason: 'what answers is not an API server of Kubernetes'},
  {answer: [200, '<html>'], reason: 'the answer to /apis/\\S+ is not JSON'},
] as const)('apigen delete reports a server that answers $answer to everything', async ({answer, reason}) => {
  const [status, text] = answer;
  const server = createServer((_, response) => response.writeHead(status).end(text)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const kubeconfig = kubeconfigAt(`http://127.0.0.1:${port}`);
    const {apigen} = meshFolder({'openapi.yaml': DESCRIPTION}, kubeconfig);
    const stderr = expect.stringMatching(`^error: kubectl: ${reason}\n`);
    expect(await apigen('delete', 'openapi.yaml', '--yes')).toEqual({status: 1, stdout: '', stderr});
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

it('names the chosen context in the hint', async () => {
  const {apigen} = meshFolder({'openapi.yaml': DESCRIPTION}, kubeconfigAt(SERVER));
  const {stderr} = await apigen('diff', 'openapi.yaml', '--cluster', '--context', 'apigen-test');
  expect(stderr).toContain('check `kubectl cluster-info --context=apigen-test`, and the network\n');
});
