import {isMap, ownValue} from '../../core/json.ts';
import {readFileUri} from '../read/local-file.ts';
import {readDocument} from '../read/read-document.ts';
import {uriOf} from '../read/source.ts';

/** The names of the APIs in a configuration file itself, not in files that it extends; none if it cannot be read. */
export async function apiNames(source = 'redocly.yaml'): Promise<readonly string[]> {
  try {
    const uri = uriOf(source);
    const {entry} = await readDocument(readFileUri(uri), uri);
    const apis = 'content' in entry && isMap(entry.content) ? ownValue(entry.content, 'apis') : undefined;
    return isMap(apis) ? Object.keys(apis) : [];
  } catch {
    return [];
  }
}
