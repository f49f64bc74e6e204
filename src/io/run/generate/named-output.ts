import {existsSync, readFileSync} from 'node:fs';
import type {Location, Problem} from '../../../core/base/problem.ts';
import {positionText} from '../../print/problems.ts';
import {type Outputs, repeatedObjects, SEPARATE, SEPARATE_APIS} from '../../project/place-output.ts';
import {locate} from '../../read/locate.ts';
import {localFiles, uriOf} from '../../read/source.ts';
import type {Output} from './generate-loaded.ts';

/** The texts of files as they are now: they are not kept while other descriptions are read. */
export function textsOf(locations: readonly Location[]): ReadonlyMap<string, Buffer> {
  const files = localFiles(locations.map(({uri}) => uri)).filter(existsSync);
  return new Map(files.map((file) => [uriOf(file), readFileSync(file)]));
}

/** An output, and where its Service is named, for problems of what several outputs have in common. */
export function namedOutput({source, name, uri, api, objects, serviceAt = {uri, pointer: ''}}: Output) {
  const position = () => locate([serviceAt], textsOf([serviceAt])).get(serviceAt) ?? {line: 1, column: 1};
  const inWords = () => (api ? source : positionText({source: name, position: position()}));
  const location = () => ({...serviceAt, position: position()});
  return {objects, location, owner: {id: `${uri} ${source}`, name: inWords}};
}

/** The objects that several outputs of a run have. */
export function repeatedIn(outputs: readonly Output[], {project}: {readonly project?: unknown}): Problem[] {
  const all: Outputs = new Map();
  return outputs.flatMap((one) => repeatedObjects(namedOutput(one), project ? SEPARATE_APIS : SEPARATE, all));
}
