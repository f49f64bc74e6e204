import path from 'node:path';
import type {JsonMap} from '../../core/json.ts';
import {readDecoratorOptions} from '../../core/run/decorator-options.ts';
import {isRemote} from '../read/source.ts';

/** The overlays that the decorator's options name, as absolute paths or addresses; none where the option is wrong. */
export function overlaysIn(given: JsonMap, folder: string): readonly string[] {
  const {options} = readDecoratorOptions(given, {uri: '', pointer: ''});
  const overlays = options.run.overlays ?? [];
  return overlays.map((overlay) => (isRemote(overlay) ? overlay : path.resolve(folder, overlay)));
}
