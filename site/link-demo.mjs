// Puts a way back to the documentation into the demo, which is a page of `apigen report`.
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';

const demo = path.join(import.meta.dirname, 'public', 'demo.html');
const page = readFileSync(demo, 'utf8');
writeFileSync(demo, page.replace('<body>\n', '<body>\n<p><a href="./">Documentation of apigen</a></p>\n'));
