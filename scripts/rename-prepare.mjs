#!/usr/bin/env node
// `rename-prepare.mjs prepare prepare-clone` renames that script of package.json while it is packed: npm 11 warns of `prepare` in a
// tarball. The time of the file stays, so that nothing is built again.
import {readFileSync, statSync, utimesSync, writeFileSync} from 'node:fs';

const manifest = new URL('../package.json', import.meta.url);
const [from, to] = process.argv.slice(2);
const {atime, mtime} = statSync(manifest);
writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(`"${from}": "node `, `"${to}": "node `));
utimesSync(manifest, atime, mtime);
