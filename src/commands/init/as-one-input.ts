import path from 'node:path';
import {expandSources} from '../../io/run/find/inputs.ts';

/** More than three inputs as one pattern, if it matches their files and no others: a shell may have made them of a pattern. */
export async function asOneInput(
  inputs: readonly string[],
  sources: readonly string[],
): Promise<readonly string[]> {
  if (inputs.length <= 3) return inputs;
  const [first = [], ...others] = sources.map((source) => source.split('/'));
  const isCommon = (part: string, index: number) => others.every((one) => one[index] === part);
  const parts = first.map((part, index) => (isCommon(part, index) ? part : `*${path.extname(part)}`));
  const pattern = parts.join('/');
  const found = (await expandSources([pattern])).sources;
  return [...found].sort().join() === [...sources].sort().join() ? [pattern] : inputs;
}
