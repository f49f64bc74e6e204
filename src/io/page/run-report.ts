import {reportErrors} from '../routes/api-routes.ts';
import {type ApisRequest, readApis} from '../routes/read-apis.ts';
import {PAGE, shippedFile} from '../shipped-files.ts';
import type {Terminal} from '../write/output.ts';
import {printOrWrite} from '../write/print-or-write.ts';
import {fillPage} from './page.ts';
import {pageApi} from './page-api.ts';

/** What `apigen report` is asked to show. */
export interface ReportRequest extends ApisRequest {
  /** The folder of the package, which contains the page. */
  readonly root: string;
}

/**
 * Writes or prints a page of the routes of some APIs. Nothing is written when one of them has an error.
 *
 * @returns the exit code: 0 done, 1 when a problem is an error or the page cannot be written, 2 for an unknown API
 */
export async function runReport(request: ReportRequest, terminal: Terminal): Promise<number> {
  const read = await readApis(request, terminal.folder);
  const failed = reportErrors(read, terminal);
  if (failed) return failed;
  const {apis, places} = read;
  const page = fillPage(await shippedFile(PAGE, request.root), {
    apis: apis.flatMap((api) => pageApi(api, places) ?? []),
  });
  return printOrWrite(request.out, page, places.texts, terminal);
}
