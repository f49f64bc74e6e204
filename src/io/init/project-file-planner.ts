import path from 'node:path';
import {folderWith} from './folder-with.ts';
import {type FileChange, Refused} from './plan.ts';
import {planProjectFile} from './plan-project-file.ts';
import {PROJECT_FILE_TABLE, PROJECT_FILES, type ProjectFileKey} from './project-files.ts';
import type {Questions} from './questions.ts';

type PlanFile = (key: ProjectFileKey) => FileChange;

/**
 * Plans the files of tools: those of the repository at the root of the Git repository of the description, the others in the working
 * directory, `folder`.
 */
export function projectFilePlanner(
  {file, ...project}: {readonly file: string; readonly api: string; readonly version: string},
  folder: string,
): PlanFile {
  const repository = folderWith('.git', path.dirname(file)) ?? folder;
  const relative = (from: string, to: string) => path.relative(from, to).split(path.sep).join('/');
  return (key) => {
    const place = PROJECT_FILE_TABLE[key].isOfRepository ? repository : folder;
    const prefix = relative(folder, place);
    const description = relative(place, file);
    return planProjectFile(key, place, {...project, description}, prefix && `${prefix}/`);
  };
}

/** The files that flags ask for, and those that the user chooses of the others that lack something. */
export async function chooseFiles(
  given: readonly ProjectFileKey[],
  planFile: PlanFile,
  questions: Questions,
): Promise<readonly ProjectFileKey[]> {
  const others = PROJECT_FILES.filter((key) => !given.includes(key));
  const choices = others.map((value) => {
    const disabled = whyNot(value, planFile);
    return {name: PROJECT_FILE_TABLE[value].title, value, ...(disabled && {disabled})};
  });
  if (choices.every(({disabled}) => disabled)) return given;
  return [...given, ...(await questions.chooseSeveral('Files to set up', choices))];
}

/** Why a file cannot be chosen. */
function whyNot(key: ProjectFileKey, planFile: PlanFile): string | undefined {
  try {
    const {before, text} = planFile(key);
    return before === text ? '(set up)' : undefined;
  } catch (error) {
    if (error instanceof Refused) return '(cannot be edited)';
    throw error;
  }
}
