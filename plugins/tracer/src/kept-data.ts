import {databaseOf, kubectl, type Labelled, type Place} from './cluster.ts';
import {isRetained, orThrow} from './keep-data.ts';
import {placeWords} from './shell.ts';
import {text} from './texts.ts';
import {TracerError} from './tracer-error.ts';

/** What `--keep-data` leaves: the database's volume and its password. */
const DATA_KINDS = 'persistentvolumeclaims,secrets';

/** Names of the data that stand in the namespace, with or without a release. */
export async function dataOf(place: Labelled, signal: AbortSignal): Promise<string[]> {
  const args = ['get', DATA_KINDS, `--selector=${databaseOf(place)}`, '--output=name'];
  const {stdout} = orThrow(await kubectl(place, args, {signal}), 'stoppedAnswering');
  return stdout.trim().split('\n').filter(Boolean);
}

/** The line that removes data which was kept. */
export function removalOf(place: Place, data: readonly string[]): string {
  return `kubectl delete ${data.join(' ')} ${placeWords(place)}`;
}

/** That there is no release, as an error that also tells what data an earlier one has left. */
export async function nothingThere(place: Labelled, signal: AbortSignal): Promise<TracerError> {
  const {context, namespace} = place;
  const data = await dataOf(place, signal);
  if (data.length === 0) return new TracerError(text('nothingThere', {context, namespace}));
  const values = {context, namespace, data: data.join(', '), remove: removalOf(place, data)};
  const retained = await isRetained(place, signal);
  return new TracerError(text(retained ? 'retainedThere' : 'keptThere', values));
}
