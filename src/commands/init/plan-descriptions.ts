import path from 'node:path';
import {isOfSetting} from '../../core/generate/check.ts';
import type {FlagValues, SettingValues} from '../../core/settings/table.ts';
import {readDescription} from '../../io/read/read-description.ts';
import {whySkipped} from '../../io/run/find/inputs.ts';
import type {Terminal} from '../../io/write/output.ts';
import {completeSettings} from './complete-settings.ts';
import {type Asking, type FileChange, Refused, refused} from './plan.ts';
import {meshErrors, planDescription} from './plan-description.ts';
import type {Project} from './project-files.ts';
import {suggestName, suggestPrefix, suggestSettings} from './suggest-settings.ts';

/**
 * Descriptions, and what `apigen mesh` finds wrong with them already; a wrong setting has to be corrected first. Of several, those
 * that have nothing for a mesh are skipped.
 */
export async function readUsable(sources: readonly string[], terminal: Terminal) {
  const read = await Promise.all(
    sources.map(async (source) => {
      const description = await readDescription(source);
      const errors = meshErrors(description.document, description);
      const unusable = description.openapi ? errors.filter(isOfSetting) : errors;
      if (unusable.length > 0) throw new Refused(unusable, description.texts);
      return {...description, source, errors};
    }),
  );
  if (sources.length === 1) return read;
  const usable = read.filter((one) => {
    const skipped = whySkipped(one);
    if (skipped) terminal.error(`apigen: ${one.source}: ${skipped}\n`);
    return !skipped;
  });
  if (usable.length === 0) throw refused('every description was skipped', 'name a description with paths');
  return usable;
}

/**
 * Descriptions with their settings, by flags, by answers, and by what they suggest.
 *
 * @param folder what names of files are relative to
 * @throws Refused
 */
export async function planDescriptions(
  flags: FlagValues,
  descriptions: Awaited<ReturnType<typeof readUsable>>,
  asking: Asking,
  folder: string,
) {
  const given: SettingValues = Object.fromEntries(
    Object.entries(flags).filter(([, value]) => value !== undefined),
  );
  const {'service.name': name = '', ...others} = given;
  const isPattern = name.includes('{');
  if (asking.isSeveral && name !== '' && !isPattern)
    throw refused(
      '`--service.name` is for one description',
      'give a pattern, for example `--service.name "{folder}"`',
    );
  const changes: FileChange[] = [];
  const apis: Project['apis'][number][] = [];
  for (const {source, errors, ...description} of descriptions) {
    const {openapi, document} = description;
    const file = path.resolve(folder, source);
    const existing = {...openapi?.settings.values};
    const suggested = {
      ...suggestSettings(document),
      ...(isPattern && suggestName(name, file, document)),
      ...(openapi && suggestPrefix(openapi)),
    };
    const known = {source, given: isPattern ? others : given, existing, suggested};
    const settings = await completeSettings(known, asking);
    changes.push(await planDescription(source, description, settings, errors));
    const named = settings['service.name'] ?? existing['service.name'] ?? '';
    asking.sources.set(named, source);
    apis.push({name: named, file: path.relative(folder, file)});
  }
  return {changes, apis};
}
