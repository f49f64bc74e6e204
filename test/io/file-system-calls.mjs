// Loaded before a program (`node --import=…`): counts its calls of the file system that take a path below the working
// directory, and writes the number to the file that COUNT_FILE names.
import fs from 'node:fs';
import {syncBuiltinESMExports} from 'node:module';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const [folder, {writeFileSync}] = [process.cwd(), {...fs}];
let count = 0;

function counted(call) {
  return (file, ...args) => {
    const name = file instanceof URL ? fileURLToPath(file) : file;
    if (typeof name === 'string' && path.resolve(folder, name).startsWith(folder)) count += 1;
    return call(file, ...args);
  };
}

for (const api of [fs, fs.promises])
  for (const [name, call] of Object.entries(api))
    if (typeof call === 'function' && /^[a-z]/.test(name)) api[name] = Object.assign(counted(call), call);
syncBuiltinESMExports();

process.on('exit', () => writeFileSync(process.env.COUNT_FILE, String(count)));
