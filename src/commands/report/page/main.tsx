import {render} from 'preact';
import type {PageData} from '../page-data.ts';
import {Page} from './page.tsx';

const data: PageData = JSON.parse(document.getElementById('data')?.textContent ?? '{"apis": []}');
const root = document.getElementById('page');
document.title = `Routes of ${data.apis.map(({title}) => title).join(', ')}`;
if (root) render(<Page {...data} />, root);
