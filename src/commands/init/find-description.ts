import {descriptionsIn} from '../../io/run/descriptions-in.ts';
import {firstOf, type Questions, refused} from './plan.ts';

/**
 * The OpenAPI description in a folder or below it; of several, the one that the user chooses.
 *
 * @throws Refused where there is none, or nobody can choose
 */
export async function findDescription(folder: string, questions: Questions | undefined): Promise<string> {
  const found = descriptionsIn(folder);
  const [only, another] = found;
  if (only === undefined) throw refused('no OpenAPI description in this folder', 'name it with `-i <file>`');
  if (another === undefined) return only;
  if (questions)
    return questions.choose(
      'Description',
      found.map((value) => ({name: value, value})),
    );
  const count = `${found.length} OpenAPI descriptions in this folder`;
  throw refused(count, `name one with \`-i\`: ${firstOf(found)}`);
}
