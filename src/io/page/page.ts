import type {PageData} from '../../core/routes/page-data.ts';

/**
 * The page of some APIs. A `<` of the data is escaped: no text of a description can end the element that contains it.
 *
 * @param empty the page without data, as the build writes it
 */
export function fillPage(empty: string, data: PageData): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return empty.replace('{data}', () => json);
}
