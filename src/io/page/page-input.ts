import {isMap, ownValue} from '../../core/json.ts';
import type {Problem} from '../../core/problem.ts';
import type {RouteTable} from '../../core/routes/route-table.ts';
import type {Places} from '../report/report.ts';

/** The routes of one API of the page. */
export interface ApiRoutes extends RouteTable {
  readonly title: string;
  /** The description as the user named it, or the name of the API in redocly.yaml. */
  readonly source: string;
  readonly places: Places;
}

/** What was read for a page. */
export interface PageInput {
  readonly apis: readonly ApiRoutes[];
  /** The problems outside of descriptions. */
  readonly problems: readonly Problem[];
  readonly texts: Places['texts'];
  /** The APIs that are left out, and why, as lines of text. */
  readonly skipped: readonly string[];
}

/** The title of a description. */
export function titleOf(document: unknown): string | undefined {
  const info = isMap(document) ? ownValue(document, 'info') : undefined;
  const title = isMap(info) ? ownValue(info, 'title') : undefined;
  return typeof title === 'string' && title.trim() !== '' ? title : undefined;
}
