import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {isDeepStrictEqual} from 'node:util';
import {isMap, type JsonMap, ownValue, pointerTokens, valueAt} from '../../core/base/json.ts';
import {inputError, type Problem} from '../../core/base/problem.ts';
import {isOfSetting} from '../../core/generate/check.ts';
import {generate} from '../../core/generate/generate.ts';
import {policyFacts} from '../../core/meshes.ts';
import {EXTENSION, type FlagValues, type SettingValues} from '../../core/settings/table.ts';
import {versionNeeds} from '../../core/targets/version-needs.ts';
import {readDocument} from '../../io/read/parse-document.ts';
import {type ReadDescription, readDescription} from '../../io/read/read-description.ts';
import {whySkipped} from '../../io/run/find/inputs.ts';
import type {Terminal} from '../../io/write/output.ts';
import {readTextIfThere} from '../../io/write/write-file.ts';
import {type FileChange, type InitInput, type InitRun, Refused, refusal} from './asking.ts';
import {completeSettings} from './complete-settings.ts';
import {gapsIn, insertMembers} from './insert-members.ts';
import type {Project} from './project-files.ts';
import {suggestName, suggestParameters, suggestPrefix, suggestSettings} from './suggest-settings.ts';

/**
 * Descriptions, and what `apigen mesh` finds wrong with them already; a wrong setting has to be corrected first. Of several, those
 * that have nothing for a mesh are skipped.
 */
export async function readUsable(sources: readonly string[], terminal: Terminal) {
  const read = await Promise.all(
    sources.map(async (source) => {
      const description = await readDescription(source);
      const {problems} = generate(description.document, description);
      const errors = problems.filter(({severity}) => severity === 'error');
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
  if (usable.length === 0) throw refusal('every description was skipped', 'name a description with paths');
  return usable;
}

/**
 * Descriptions with their settings, by flags, by answers, and by what they suggest.
 *
 * @param folder what names of files are relative to
 * @throws Refused
 */
export async function changeDescriptions(
  flags: FlagValues,
  descriptions: Awaited<ReturnType<typeof readUsable>>,
  run: Omit<InitRun, 'all'>,
  folder: string,
) {
  const given: SettingValues = Object.fromEntries(
    Object.entries(flags).filter(([, value]) => value !== undefined),
  );
  const {'service.name': name = '', ...others} = given;
  const isPattern = name.includes('{');
  if (run.isSeveral && name !== '' && !isPattern)
    throw refusal(
      '`--service.name` is for one description',
      'give a pattern, for example `--service.name "{folder}"`',
    );
  const prefixes = new Set(
    descriptions.map(({openapi}) => [...(openapi?.servers.paths.keys() ?? [])].join()),
  );
  // What nobody is asked about counts for all of them.
  const isEachOwn = run.isSeveral && (!run.questions || prefixes.size > 1);
  const all = descriptions.map((description) => {
    const {source, openapi, document} = description;
    const suggested = {
      ...suggestSettings(document),
      ...(isPattern && suggestName(name, path.resolve(folder, source), document)),
      ...(openapi && {...suggestPrefix(openapi, isEachOwn), ...suggestParameters(openapi)}),
      ...(run.isSeveral && !run.questions && {'path.base': undefined}),
    };
    const check: InitInput['check'] = (settings) => generate(document, {...description, settings}).problems;
    const existing = {...openapi?.settings.values};
    const known = {source, given: isPattern ? others : given, existing, suggested, check};
    return {...description, known};
  });
  const hint = 'change it there, or name only the descriptions that do not set it';
  if (run.isSeveral) refuseOthers(all, isPattern ? others : given, hint);
  const changes: FileChange[] = [];
  const apis: Project['apis'][number][] = [];
  for (const {source, errors, known, ...description} of all) {
    const settings = await completeSettings(known, {...run, all: all.map((one) => one.known)});
    const change = await changeDescription(source, description, settings, errors);
    const {mesh, 'security.enforce': enforce, ...set} = {...known.existing, ...settings};
    const isEnforceable = enforce === undefined && policyFacts(mesh, set.target, set['gateway.name']);
    const isOpen = isEnforceable && description.openapi?.operations.some(({security}) => security);
    changes.push({...change, ...(isOpen && {isOpen})});
    const named = settings['service.name'] ?? known.existing['service.name'] ?? '';
    run.sources.set(named, source);
    apis.push({name: named, file: path.relative(folder, path.resolve(folder, source))});
  }
  return {changes, apis};
}

/**
 * The description with settings in `x-apigen` at its root. What is set already stays as it is.
 *
 * @param settings by dotted key
 * @param errorsBefore what `apigen mesh` finds without them
 * @throws Refused when one is set to another value, text cannot be inserted, or the settings cause an error of `apigen mesh`, such as
 *   a path that the new target cannot match
 */
export async function changeDescription(
  file: string,
  description: ReadDescription,
  settings: SettingValues,
  errorsBefore: readonly Problem[],
): Promise<FileChange> {
  const {document, uri, documents, texts} = description;
  if (!isMap(document)) throw new Error(`${uri} was not read as a description`);
  const before = readTextIfThere(fileURLToPath(uri)) ?? '';
  const wanted = {[EXTENSION]: nest(settings)};
  const gaps = gapsIn(document, wanted);
  refuseOthers([description], settings, 'change it there');
  if (Object.keys(settings).length === 0 || gaps.length === 0) return {file, before, text: before};
  const original = before.replace(/^\ufeff/, '');
  const version = ownValue(document, 'openapi') === undefined ? 'swagger' : 'openapi';
  const inserted = insertMembers(original, gaps, version) ?? '';
  const content = await contentOf(inserted, uri);
  const rest = (map: JsonMap | undefined) => ({...map, [EXTENSION]: undefined});
  const isSame = isDeepStrictEqual(rest(await contentOf(before, uri)), rest(content));
  if (!content || gapsIn(content, wanted).length > 0 || !isSame)
    throw refusal('cannot insert text here', `write \`${EXTENSION}\` yourself`, description, `/${EXTENSION}`);
  const isNew = ({message}: Problem) => errorsBefore.every((error) => error.message !== message);
  const output = generate(content, {uri, documents});
  const errors = output.problems.filter((problem) => problem.severity === 'error' && isNew(problem));
  if (errors.length > 0) throw new Refused(errors, texts);
  return {
    file,
    before,
    text: before.replace(original, () => inserted),
    needs: versionNeeds(output.objects, output.mesh),
  };
}

/** Throws Refused when descriptions set some settings to other values. */
function refuseOthers(all: readonly ReadDescription[], settings: SettingValues, hint: string): void {
  const problems = all.flatMap(({document, uri}) =>
    gapsIn(isMap(document) ? document : {}, {[EXTENSION]: nest(settings)}).flatMap(({pointer, members}) => {
      const name = pointerTokens(pointer).slice(1).join('.') || EXTENSION;
      const message = `\`${name}\` is already set to ${JSON.stringify(valueAt(document, pointer))}`;
      return members ? [] : [inputError(message, hint, {location: {uri, pointer}})];
    }),
  );
  if (problems.length > 0) throw new Refused(problems, new Map(all.flatMap((one) => [...one.texts])));
}

/** Settings by dotted key as the map in `x-apigen`. */
function nest(settings: SettingValues): JsonMap {
  const map: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(settings)) {
    const [group = '', name] = key.split('.');
    const others = map[group];
    map[group] = name === undefined ? value : {...(isMap(others) ? others : {}), [name]: value};
  }
  return map;
}

async function contentOf(text: string, uri: string): Promise<JsonMap | undefined> {
  const {entry} = await readDocument(Buffer.from(text), uri);
  return 'content' in entry && isMap(entry.content) ? entry.content : undefined;
}
