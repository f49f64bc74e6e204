import {readDescription, UnreadableDescription} from '../../src/io/read/read-description.ts';
import {type GatewayName, placedIn, type Served, servedBy} from './served.ts';

/** What is generated from a description; `undefined` for one that is refused, which the tier `corpus` looks at. */
export async function servedFile(
  {file, namespace}: Readonly<Record<'file' | 'namespace', string>>,
  gateway: GatewayName,
): Promise<Served | undefined> {
  try {
    const {document} = await readDescription(file);
    const settings = {
      ...placedIn(namespace, gateway),
      'service.name': 'published',
      'service.port': 80,
      group: 'operation',
    } as const;
    return servedBy(namespace, document, {settings}, gateway);
  } catch (error) {
    if (error instanceof UnreadableDescription) return undefined;
    throw error;
  }
}
