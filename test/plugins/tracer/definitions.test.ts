import {renameSync, symlinkSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from '@jest/globals';
import {readDefinitions} from '../../../plugins/tracer/src/tests/definitions.ts';
import {runCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

/** What is wrong with a test that has these selectors and assertions. */
async function faultsOf(
  selectors: readonly string[],
  assertions: readonly string[],
): Promise<readonly string[]> {
  const specs = selectors.map((selector) => ({selector, assertions}));
  const spec = {id: 'a', name: 'A', trigger: {type: 'traceid', traceid: {id: 'a'}}, specs};
  const folder = folderWith({'a.json': JSON.stringify({type: 'Test', spec})});
  const read = readDefinitions([folder]).then(() => ({details: []}));
  const {details}: {details: readonly string[]} = await read.catch((error) => error);
  return details.map((line) => line.replace(/^.*?(?=")|: expected .*$/g, ''));
}

// Those of the server's own tests: selectors/parser_test.go, expression/parser_test.go and executor_test.go.
it('takes the selectors of the server', async () => {
  const selectors = [
    '',
    'span[]',
    'span[service.name = "Pokeshop-worker"] span[service.name contains "Pokeshop"]',
    'span[service.name="Pokeshop" tracetest.span.type="http"]:first span[]',
    'span[name="a, ]\\"b"], span[service.name="Pokeshop-worker"]:nth_child(2)',
    'span[http.status_code=200, a.b=0.5 tracetest.error=true]:last',
    'span [name = "x"] : first span[b=1]',
    'span[http.route = "^\\\\d+\\u0041\\x41\\101\\"\\n$"]',
  ];
  expect(await faultsOf(selectors, ['1 = 1'])).toEqual([]);
});

it('takes the assertions of the server', async () => {
  const assertions = [
    '2 * 1 = 1 * 2',
    '2 - 1 != 1 - 2',
    '"my name is \\"john\\"" = \'my name is \\\'john\\\'\'',
    '100 ms = 100ms',
    '[1, 2s, "3"] = ["3", 2s, 1]',
    '[] = []',
    'attr:app-id >= attr:abc',
    'attr:message = "welcome, ${attr:tracetest.response.body | json_path \'.name\'}"',
    "attr:my_json | my_function 'arg1' 'arg2' 42 | length = \"abc\"",
    "attr:user_id not-contains attr:tracetest.response.body | json_path '.id'",
    'randomInt(5, 10) <= var:CODE',
    'getRandomString(5)="abcde"',
    'myFunction() < env:A.b',
  ];
  expect(await faultsOf(['span[]'], assertions)).toEqual([]);
});

it('refuses selectors that select every span, and assertions that cannot be evaluated', async () => {
  const selectors = [
    'span[name="x',
    "span[name='x']",
    'span[name]',
    'span',
    'span[a-b="c"]',
    'span[]:second',
    'span[a=1,, b=2]',
    'span[http.route = "^users/\\d+$"]',
    'span[db.statement = "SELECT\n1"]',
    `${'span[a=1] '.repeat(100)}!`,
  ];
  const assertions = [
    'attr:a',
    'attr:a == 1',
    'attr:a = ',
    'a = 1',
    'attr:a = 1 or attr:a = 2',
    'attr:a | = 1',
    '"a = 1',
    'attr:a = "${var:a b}"',
    `attr:a | f ${'1'.repeat(100)} !`,
  ];
  const quoted = assertions.map((one) => JSON.stringify(one));
  expect(await faultsOf(selectors, assertions)).toEqual(
    selectors.flatMap((one) => [JSON.stringify(one), ...quoted]),
  );
});

/** Server 0.16.0 was asked to send each: of the wrong ones it sends an empty body, or a header or URL as it is. */
it.each([
  {request: {body: '{"name": "Rex"}', url: 'http://pets/a%20b'}, wrong: []},
  {request: {body: '100% ${var:a}'}, wrong: ['body']},
  {request: {body: "it's"}, wrong: ['body']},
  {request: {body: "it\\'s ${var:a}"}, wrong: []},
  {request: {url: '${var:url}/a%%20b?q=$a'}, wrong: []},
  {request: {url: '${var:url}/a%20b'}, wrong: ['url']},
  {request: {url: '${var:my-url}/'}, wrong: ['url']},
  {request: {headers: [{key: 'if-match', value: '"b"'}]}, wrong: []},
  {request: {headers: [{key: 'if-match', value: '"${var:tag}"'}]}, wrong: ['headers[].value']},
  {request: {auth: {type: 'bearer', bearer: {bearer: 'Bearer ${var:token}'}}}, wrong: []},
  {request: {auth: {type: 'bearer', bearer: {token: 'secret'}}}, wrong: ['auth.bearer.token']},
])('checks what the server sends: $request', async ({request, wrong}) => {
  const httpRequest = {method: 'POST', url: 'http://pets', ...request};
  const specs = [{selector: 'span[]', assertions: ['1 = 1']}];
  const spec = {id: 'a', name: 'A', trigger: {type: 'http', httpRequest}, specs};
  const read = readDefinitions([folderWith({'a.json': JSON.stringify({type: 'Test', spec})})]);
  const {details = []}: {details?: readonly string[]} = await read.then(Object, (error) => error);
  const fields = details.map((line) => /`spec\.trigger\.httpRequest\.(.*?)`/.exec(line)?.[1]);
  expect(fields).toEqual(wrong);
});

it('takes what `apigen tests` writes, and no folder for a file', async () => {
  const folder = folderWith({'old.yaml/README': '', '..data/a.yaml': 'a list'});
  const petstore = path.resolve('examples/petstore.yaml');
  await runCli(['tests', '-i', petstore, '-o', 'tests/', '--methods=get,post,put,delete,patch'], {
    cwd: folder,
  });
  expect(await readDefinitions([folder])).toHaveLength(19);
  // A ConfigMap whose items have paths with folders is mounted so.
  renameSync(path.join(folder, 'tests'), path.join(folder, '..data/tests'));
  symlinkSync('..data/tests', path.join(folder, 'tests'));
  symlinkSync('old.yaml', path.join(folder, 'link.yaml'));
  expect(await readDefinitions([folder])).toHaveLength(19);
  symlinkSync('loop.yaml', path.join(folder, 'loop.yaml'));
  await expect(readDefinitions([folder])).rejects.toThrow(
    `cannot read ${path.join(folder, 'loop.yaml')}: ELOOP`,
  );
});
