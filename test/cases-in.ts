import {readFileSync} from 'node:fs';
import path from 'node:path';
import {parse} from 'yaml';

/** The rows of a table of cases, which a file of YAML next to the test has. */
export function casesIn<Row>(folder: string, file: string): readonly Row[] {
  return parse(readFileSync(path.join(folder, file), 'utf8'));
}
