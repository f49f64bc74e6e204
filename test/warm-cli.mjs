// Runs command lines one after another in one process, for the tests that say nothing about processes: a start takes 0.4 s
// of which all but a few milliseconds load modules. Each message is {args, cwd, env, input}; the answer {status, stdout, stderr}.
import {createRequire} from 'node:module';
import {Readable} from 'node:stream';

const require = createRequire(import.meta.url);
const {main} = require('../dist/src/main.cjs');
const oclifOptions = () => require('../bin/oclif-config.cjs').loadConfig();

/** The exit code of a run that has called `process.exit`: what it does after that does not count. */
let ended;
process.exit = (status = process.exitCode ?? 0) => {
  ended ??= status;
  throw new Error('the program has ended');
};

function collect(stream) {
  const parts = [];
  const {write} = stream;
  stream.write = (part, encoding, done) => {
    if (ended === undefined) parts.push(typeof part === 'string' ? part : Buffer.from(part).toString('utf8'));
    const callback = typeof encoding === 'function' ? encoding : done;
    if (callback) process.nextTick(callback);
    return true;
  };
  return () => {
    stream.write = write;
    return parts.join('');
  };
}

const ownEnvironment = {...process.env};
function setEnvironment(env) {
  for (const name of Object.keys(process.env)) if (!(name in ownEnvironment)) delete process.env[name];
  Object.assign(process.env, ownEnvironment);
  for (const [name, value] of Object.entries(env)) {
    if (value === null) delete process.env[name];
    else process.env[name] = value;
  }
}

async function run({args, cwd, env, input = ''}) {
  setEnvironment(env);
  Object.defineProperty(process, 'stdin', {value: Readable.from([Buffer.from(input)]), configurable: true});
  process.chdir(cwd);
  process.exitCode = undefined;
  ended = undefined;
  const stdout = collect(process.stdout);
  const stderr = collect(process.stderr);
  try {
    await main(args, oclifOptions);
  } catch (error) {
    if (ended === undefined) process.stderr.write(`${error.stack}\n`);
  }
  const status = ended ?? process.exitCode ?? 0;
  process.exitCode = undefined;
  return {status, stdout: stdout(), stderr: stderr()};
}

let last = Promise.resolve();
process.on('message', ({id, ...given}) => {
  last = last.then(async () => process.send({id, ...(await run(given))}));
});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
