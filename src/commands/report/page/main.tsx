import {render} from 'preact';
import type {PageData} from '../page-data.ts';
import {Page, titleOf} from './page.tsx';

const data: PageData = JSON.parse(document.getElementById('data')?.textContent ?? '{"apis": []}');
const root = document.getElementById('page');
document.title = titleOf(data);
if (root) render(<Page {...data} />, root);
