#!/usr/bin/env node
// Starts a server of each framework, fetches its description, sends requests, and asks `apigen routes match` which route each has.
// `node examples/frameworks/compare.mjs [framework…]` prints a table for each. Packages are installed once, in a cache.
// The exit code is 1 if a request that is served has no route of its own and `notes` of requests.json does not say why, or if it says so in vain.
import {fork, spawn} from 'node:child_process';
import {createHash} from 'node:crypto';
import {cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {request as send} from 'node:http';
import {homedir, tmpdir} from 'node:os';
import path from 'node:path';

const HERE = import.meta.dirname;
const CACHE = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'apigen', 'frameworks');
/** Runs command lines of apigen one after another, without starting Node for each. */
const APIGEN = path.resolve(HERE, '../../test/warm-cli.mjs');

const PYTHON = path.join('venv', 'bin', 'python');
const VENV = [
  ['python3', '-m', 'venv', 'venv'],
  [PYTHON, '-m', 'pip', 'install', '--quiet', '-r', 'requirements.txt'],
];
const UVICORN = {install: VENV, build: [], start: [PYTHON, '-m', 'uvicorn', 'app:app', '--port', '0']};
/** `npm run` passes the project's `engine-strict` on, and some dependencies ask for a newer Node, but run on this one. */
const NPM = [['npm', 'install', '--engine-strict=false', '--no-audit', '--no-fund', '--loglevel=error']];
const HUMA = {folder: 'huma', install: [], build: [['go', 'build', '-o', 'server', '.']]};

/** How the example in the folder of each name is installed, which happens once, is built, and is started. */
const FRAMEWORKS = {
  fastapi: {title: 'FastAPI', ...UVICORN},
  litestar: {title: 'Litestar', ...UVICORN},
  fastify: {title: 'Fastify with @fastify/swagger', install: NPM, build: [], start: ['node', 'app.mjs']},
  hono: {title: 'Hono with @hono/zod-openapi', install: NPM, build: [], start: ['node', 'app.mjs']},
  nestjs: {
    title: 'NestJS with @nestjs/swagger',
    install: NPM,
    build: [['node', path.join('node_modules', 'typescript', 'bin', 'tsc')]],
    start: ['node', path.join('dist', 'app.js')],
  },
  huma: {title: "huma with Go's mux", ...HUMA, start: ['server']},
  'huma-chi': {title: 'huma with chi', ...HUMA, start: ['server', 'chi']},
  'grpc-gateway': {
    title: 'grpc-gateway with protoc-gen-openapiv2',
    install: VENV,
    build: [['sh', 'build.sh', PYTHON]],
    start: [path.join('bin', 'server'), 'library.swagger.json'],
  },
};

/** What the routes are written for. */
const OUTPUTS = [
  ['ServiceProfile', ['--mesh=linkerd']],
  ['mesh', ['--mesh=istio']],
  ['gateway', ['--mesh=envoy-gateway', '--gateway.name=public']],
];

/** Runs a program to its end, and returns what it printed. */
function run([program, ...args], cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {cwd, stdio: ['ignore', 'pipe', 'pipe']});
    const printed = {stdout: '', stderr: ''};
    for (const name of ['stdout', 'stderr']) child[name].on('data', (data) => (printed[name] += data));
    child.on('error', reject);
    child.on('close', (status) => resolve({status, ...printed}));
  });
}

/** Starts apigen. `run` runs it with arguments, and `stop` ends it. */
function startApigen() {
  const child = fork(APIGEN, {silent: true});
  let last = 0;
  const run = (args) =>
    new Promise((resolve) => {
      last += 1;
      child.once('message', resolve);
      child.send({id: last, args, cwd: HERE, env: {}});
    });
  return {run, stop: () => child.disconnect()};
}

async function succeed(command, cwd) {
  const {status, stdout, stderr} = await run(command, cwd);
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
}

/** A copy of an example in the cache, with the packages that it needs, built. */
async function prepare(name) {
  const {folder: source = name, install, build} = FRAMEWORKS[name];
  const example = path.join(HERE, source);
  const folder = path.join(CACHE, name);
  const manifests = ['package.json', 'requirements.txt'].map((file) => path.join(example, file));
  const needed = manifests.filter(existsSync).map((file) => readFileSync(file, 'utf8'));
  const hash = createHash('sha256').update(needed.join('\n')).digest('hex');
  const marker = path.join(folder, '.installed');
  const isInstalled = existsSync(marker) && readFileSync(marker, 'utf8') === hash;
  if (!isInstalled) rmSync(folder, {recursive: true, force: true});
  mkdirSync(folder, {recursive: true});
  cpSync(example, folder, {recursive: true});
  for (const command of isInstalled ? build : [...install, ...build]) await succeed(command, folder);
  writeFileSync(marker, hash);
  return folder;
}

/** Starts a server, and returns the address that it prints and a function that ends it. */
function startServer([program, ...args], cwd) {
  return new Promise((resolve, reject) => {
    const file = existsSync(path.join(cwd, program)) ? path.join(cwd, program) : program;
    const child = spawn(file, args, {cwd, stdio: ['ignore', 'pipe', 'pipe']});
    let printed = '';
    const read = (data) => {
      printed += data;
      const [url] = /http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+/.exec(printed) ?? [];
      if (url) resolve({url, stop: () => child.kill()});
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('error', reject);
    child.on('close', (status) => reject(new Error(`${program} ended with ${status}:\n${printed}`)));
  });
}

/** Sends a request whose path is left as it is, and returns its status and what is answered. */
function ask(url, method, target) {
  return new Promise((resolve, reject) => {
    const {hostname, port} = new URL(url);
    const request = send(
      {hostname, port, method, path: target, headers: {connection: 'close'}},
      (response) => {
        let text = '';
        response.on('data', (data) => (text += data));
        response.on('end', () => resolve({status: response.statusCode, text}));
      },
    );
    request.on('error', reject).end();
  });
}

/** The operationId that an answer has; undefined if it is another one, such as a page. */
function operationIn({status, text}) {
  if (status >= 300 || !text.startsWith('{')) return undefined;
  const {operation} = JSON.parse(text);
  return operation;
}

/** What a server answers: the description, and for each request the status and the operation. */
async function askServer(name, {description, requests}) {
  const folder = await prepare(name);
  const server = await startServer(FRAMEWORKS[name].start, folder);
  try {
    const {text} = await ask(server.url, 'GET', description);
    const answers = [];
    for (const request of requests) {
      const [method, target] = request.split(' ');
      const answer = await ask(server.url, method, target);
      // An answer to HEAD has no body: it is that of GET.
      const told = method === 'HEAD' && answer.status < 300 ? await ask(server.url, 'GET', target) : answer;
      answers.push({request, method, target, status: answer.status, operation: operationIn(told)});
    }
    return {text, answers};
  } finally {
    server.stop();
  }
}

/** The operationId of a route, also without what some generators add to those of several paths or methods. */
function operationIds(document, {method, path: template}, renamed) {
  const id = document.paths[renamed[template] ?? template]?.[method.toLowerCase()]?.operationId;
  return [id, id?.replace(/(?:\[\d+\]|\d+|_(?:get|head|options))$/, '')];
}

/** Which route a request has: `✓` for that of the operation that answered, `–` for none, else its path; or that there are no routes; and its timeout. */
async function routeOf({method, target, operation}, {document, renamed}, args, apigen) {
  const {status, stdout, stderr} = await apigen(['routes', 'match', method, target, ...args, '--json']);
  if (status > 1) throw new Error(stderr);
  if (stdout === '' && stderr === '') throw new Error('apigen printed nothing');
  if (stdout === '') return {cell: 'error'};
  const [{route}] = JSON.parse(stdout).apis;
  if (!route) return {cell: '–'};
  const {value, from} = route.settings['timeouts.request_timeout'];
  const timeout = value === null ? '' : `${value} s, ${from}`;
  // A route for HEAD that is not described is that of GET.
  const isOwn = [route.method, ...(method === 'HEAD' ? ['GET'] : [])].some((one) =>
    operationIds(document, {...route, method: one}, renamed).includes(operation),
  );
  return {cell: operation && isOwn ? '✓' : `\`${route.path}\``, timeout};
}

/** A row of the table: what a server answers, its routes without and with the settings, and which of these it needs. */
async function rowOf(answer, api, apigen) {
  const {file, settings, notes} = api;
  const routes = async (more) => {
    const cells = [];
    for (const [, args] of OUTPUTS)
      cells.push(await routeOf(answer, api, ['-i', file, ...args, ...more], apigen));
    return cells;
  };
  const isOwn = (cells) => cells.every(({cell}) => cell === '✓');
  const {request, status, operation = ''} = answer;
  const [before, after] = [await routes([]), await routes(settings)];
  const enough = [];
  if (operation && isOwn(after) && !isOwn(before))
    for (const setting of settings) if (isOwn(await routes([setting]))) enough.push(shown(setting));
  const isWithout = operation !== '' && !isOwn(after);
  const isExplained = isWithout === request in notes;
  const why = isWithout ? (notes[request] ?? 'no reason') : enough.join(', ');
  const [{timeout = ''}] = before;
  const routesOf = [...before, ...after].map(({cell}) => cell);
  return {cells: [`\`${request}\``, status, operation, timeout, ...routesOf, why], isExplained};
}

/** A setting as the tables name it. */
function shown(setting) {
  return setting.startsWith('--overlay') ? '[overlay](overlay.yaml)' : `\`${setting.slice(2)}\``;
}

/** Compares what a framework serves with the routes of its description: a row for each request. */
async function compare(name, apigen) {
  const example = path.join(HERE, name);
  const {
    settings,
    notes = {},
    renamed = {},
    ...wanted
  } = JSON.parse(readFileSync(path.join(example, 'requests.json'), 'utf8'));
  const {text, answers} = await askServer(name, wanted);
  const overlay = path.join(example, 'overlay.yaml');
  if (existsSync(overlay)) settings.push(`--overlay=${overlay}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'apigen-framework-'));
  const file = path.join(folder, 'openapi.json');
  writeFileSync(file, text);
  const api = {file, document: JSON.parse(text), settings, notes, renamed};
  const rows = [];
  try {
    for (const answer of answers) rows.push(await rowOf(answer, api, apigen));
    const {stdout, stderr} = await apigen(['mesh', '-i', file, '--mesh=linkerd', '--format=json']);
    if (stdout === '') throw new Error(stderr);
    return {profile: JSON.parse(stdout).metadata.name, rows};
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

/** A table in Markdown, below the name of the ServiceProfile, which is set at the root. */
function tableOf(name, {profile, rows}) {
  const titles = OUTPUTS.map(([title]) => title);
  const head = ['request', 'status', 'operation', 'timeout', ...titles, ...titles.map((one) => `${one}, set`), ''];
  const lines = [head, head.map(() => '---'), ...rows.map(({cells}) => cells)];
  return `# ${FRAMEWORKS[name].title}\n\nServiceProfile: \`${profile}\`\n\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

const apigen = startApigen();
const names = process.argv.slice(2);
for (const name of names.length > 0 ? names : Object.keys(FRAMEWORKS)) {
  const compared = await compare(name, apigen.run);
  process.stdout.write(tableOf(name, compared));
  if (compared.rows.some(({isExplained}) => !isExplained)) process.exitCode = 1;
}
apigen.stop();
