import {beforeAll, describe, expect, test} from '@jest/globals';
import {type CliRun, ends, runCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

const DESCRIPTION = `openapi: 3.1.0
info: {title: Pets, version: "1"}
x-apigen: {timeouts: {request_timeout: 10}, path: {base: /v1}}
paths:
  /pets:
    get: {tags: [pets, "=cmd"]}
    post: {tags: [pets], x-apigen: {timeouts: {request_timeout: 60}, retryabel: true}}
  /pets/{id}:
    x-apigen: {timeouts: {request_timeout: 0}, retryable: true}
    get: {}
  /pets/{name}:
    get: {x-apigen: {retryable: false}}
`;

const SAME = 'paths "/pets/{id}" and "/pets/{name}" match the same requests';
const NONE = 'note: none of 4 routes is selected by the filters\n';
const HELP = '    `apigen routes --help` lists all flags\n';

let folder = '';
beforeAll(() => {
  folder = folderWith({
    'openapi.yaml': DESCRIPTION,
    'plain.yaml': 'openapi: 3.1.0\ninfo: {title: Pets, version: "1"}\npaths: {/pets: {get: {}}}\n',
    'empty.yaml': 'openapi: 3.1.0\npaths: {}\n',
    'wrong.yaml': DESCRIPTION.replace('60', 'soon'),
    'hostile.yaml': 'openapi: 3.1.0\npaths: {"/a\\e[31m\\u202e,\\"b": {get: {tags: ["=1+1", "\\e"]}}}\n',
  });
});

function done(stdout: string, stderr = ''): CliRun {
  return {status: 0, stdout, stderr};
}

describe('apigen routes', () => {
  const cases = [
    {
      args: '-i openapi.yaml --timeouts.request_timeout 5',
      want: done(`METHOD  PATH             TIMEOUT  RETRY  FROM
GET     /v1/pets         5s       false  --timeouts.request_timeout
GET     /v1/pets/{id}    0s       true   path openapi.yaml:9
GET     /v1/pets/{name}  5s       false  timeout --timeouts.request_timeout, retry operation openapi.yaml:12
  openapi.yaml:11:3  warning: ${SAME}
      merge them into one path
POST    /v1/pets         60s      false  operation openapi.yaml:7
  openapi.yaml:7:70  warning: unknown setting "retryabel"
      did you mean \`retryable\`?
`),
    },
    {
      args: '-i plain.yaml',
      want: done('METHOD  PATH   TIMEOUT  FROM\nGET     /pets  -        -\n'),
    },
    {args: '-i openapi.yaml --method put', want: done('', `${NONE}    methods of the routes: GET, POST\n`)},
    {args: '-i openapi.yaml --tag pet', want: done('', `${NONE}    did you mean \`pets\`?\n`)},
    {
      args: '-i openapi.yaml --path pets',
      want: done(
        '',
        `${NONE}    \`*\` is any text of one segment, \`**\` any text: \`--path '**/pets/**'\`\n`,
      ),
    },
    {
      args: '-i openapi.yaml --changed --tag pets',
      want: done(`METHOD  PATH      TIMEOUT  FROM
POST    /v1/pets  60s      operation openapi.yaml:7
  openapi.yaml:7:70  warning: unknown setting "retryabel"
      did you mean \`retryable\`?
`),
    },
    {
      args: '-i openapi.yaml --method get --path **/{id}',
      want: done(`METHOD  PATH           TIMEOUT  RETRY  FROM
GET     /v1/pets/{id}  0s       true   path openapi.yaml:9
`),
    },
    {
      args: '-i openapi.yaml --csv',
      want: done(
        [
          'method,path,tags,place,timeouts.request_timeout,timeouts.request_timeout from,retryable,retryable from,problems',
          'GET,/v1/pets,pets =cmd,openapi.yaml:6,10s,root openapi.yaml:3,false,default,',
          'GET,/v1/pets/{id},,openapi.yaml:10,0s,path openapi.yaml:9,true,path openapi.yaml:9,',
          `GET,/v1/pets/{name},,openapi.yaml:12,10s,root openapi.yaml:3,false,operation openapi.yaml:12,"warning: ${SAME.replaceAll('"', '""')}"`,
          'POST,/v1/pets,pets,openapi.yaml:7,60s,operation openapi.yaml:7,false,default,"warning: unknown setting ""retryabel"""',
          '',
        ].join('\r\n'),
      ),
    },
    {
      args: '-i hostile.yaml --csv',
      want: done(
        [
          'method,path,tags,place,timeouts.request_timeout,timeouts.request_timeout from,retryable,retryable from,problems',
          `GET,"/a\\u001b[31m\\u202e,""b",'=1+1 \\u001b,hostile.yaml:2,,,false,default,`,
          '',
        ].join('\r\n'),
      ),
    },
    {
      args: '-i wrong.yaml',
      want: ends(
        1,
        `wrong.yaml:7:65  error: invalid \`timeouts.request_timeout\` "soon": expected an integer from 0 to 4294967295 (seconds)
    for example \`timeouts: {request_timeout: 10}\`
wrong.yaml:7:72  warning: unknown setting "retryabel"
    did you mean \`retryable\`?
wrong.yaml:11:3  warning: ${SAME}
    merge them into one path
1 error, 2 warnings in 1 description
`,
      ),
    },
    {args: '-i empty.yaml --allow-empty', want: done('')},
    {
      args: '-i openapi.yaml --json --csv --metod GET --mesh x --nope',
      want: ends(
        2,
        `error: unknown flag "--metod"\n    did you mean \`--method\`?\nerror: unknown flag "--nope"\n${HELP}--csv  error: cannot be combined with --json\n${HELP}--mesh  error: invalid \`mesh\` "x": expected one of linkerd, istio, cilium\n    for example \`--mesh istio\`\n`,
      ),
    },
  ];

  test.concurrent.each(cases)('$args', async ({args, want}) => {
    expect(await runCli(['routes', ...args.split(' ')], {cwd: folder})).toEqual(want);
  });
});

test('JSON has the places of values and problems', async () => {
  const {stdout} = await runCli(['routes', '-i', 'openapi.yaml', '--json', '--method', 'POST'], {
    cwd: folder,
  });
  expect(JSON.parse(stdout)).toEqual({
    routes: [
      {
        method: 'POST',
        path: '/v1/pets',
        tags: ['pets'],
        file: 'openapi.yaml',
        line: 7,
        column: 11,
        settings: {
          'timeouts.request_timeout': {
            value: 60,
            from: 'operation',
            file: 'openapi.yaml',
            line: 7,
            column: 65,
          },
          retryable: {value: false, from: 'default'},
        },
        problems: [
          {
            severity: 'warning',
            code: 'unknown-setting',
            message: 'unknown setting "retryabel"',
            hint: 'did you mean `retryable`?',
            file: 'openapi.yaml',
            line: 7,
            column: 70,
          },
        ],
      },
    ],
  });
});
