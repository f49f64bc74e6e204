import {meshNamed, type RouteReader, routeReader} from '../meshes.ts';
import type {EffectiveSettings} from './effective-settings.ts';

/** The facts of the mesh or gateway that reads the HTTPRoutes. */
export function chosenReader({get}: Pick<EffectiveSettings, 'get'>): RouteReader {
  return routeReader(get('mesh'), get('gateway.name'));
}

export function readerTitle({get}: Pick<EffectiveSettings, 'get'>): string {
  return meshNamed(get('mesh')).title;
}
