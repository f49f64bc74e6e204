import {type Location, outputError, type Problem} from '../../../core/base/problem.ts';
import {resourceId, resourceName, resourceOf} from '../../../core/kubernetes/resource.ts';
import type {Output} from '../generate/generate-loaded.ts';

interface Generating extends Pick<Output, 'source' | 'uri' | 'objects'> {
  /** Where to report it; by default the beginning of the description. */
  readonly location?: Location;
}

/** The objects that several descriptions generate: one of them would replace what the others generate. */
export function repeatedObjects(outputs: readonly Generating[], hint: string): Problem[] {
  const first = new Map<string, string>();
  return outputs.flatMap(({source, uri, objects, location = beginningOf(uri)}) =>
    objects.flatMap((object): Problem[] => {
      const resource = resourceOf(object);
      const id = resourceId(resource);
      const other = first.get(id);
      if (other === undefined) {
        first.set(id, source);
        return [];
      }
      const message = `${resourceName(resource)} is generated from ${other} too`;
      return [outputError(message, hint, location)];
    }),
  );
}

function beginningOf(uri: string): Location {
  return {uri, pointer: '', position: {line: 1, column: 1}};
}
