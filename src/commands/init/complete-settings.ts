import {hintOf, type Problem} from '../../core/base/problem.ts';
import {quote} from '../../core/base/quote.ts';
import {isGiven} from '../../core/settings/precedence.ts';
import {parseFlags, readFlagValues} from '../../core/settings/read.ts';
import {FLAG_SETTINGS, type SettingValues} from '../../core/settings/table.ts';
import {type Choice, type InitInput, type InitRun, MISSING_NAME, refusal} from './asking.ts';
import {withClusterService} from './cluster-service.ts';
import {MESH_QUESTIONS, NAME, type Question, SERVICE_QUESTIONS} from './questions.ts';
import type {Suggestion} from './suggest-settings.ts';

/**
 * The settings to write: those of the flags, and for what is set neither by a flag nor in the description the answers, or where nobody
 * is asked what is proposed. A description that names its Service was set up before: nothing is asked that is not needed. Of several
 * descriptions, each has the name that it suggests; it is asked for only if there is none or another has it.
 *
 * @throws Refused when the name of the target Service is missing
 */
export async function completeSettings(input: InitInput, run: InitRun): Promise<SettingValues> {
  const given = await ask(MESH_QUESTIONS, input, run);
  const settings = await ask(SERVICE_QUESTIONS, await withClusterService({...input, given}, run), run);
  // Where one namespace is new and the other not set, both are the same: mostly the resources belong next to the Service.
  const namespace = settings['service.namespace'] ?? settings.namespace;
  const both: SettingValues = namespace === undefined ? {} : {namespace, 'service.namespace': namespace};
  const all: Readonly<Record<string, unknown>> = {...both, ...settings};
  const isNew = (key: string) => key in settings || (key in both && !(key in input.existing));
  return Object.fromEntries(FLAG_SETTINGS.flatMap(({key}) => (isNew(key) ? [[key, all[key]]] : [])));
}

/** The settings that are given, and the answers. */
async function ask(list: readonly Question[], input: InitInput, run: InitRun): Promise<SettingValues> {
  const {given, existing, suggested} = input;
  let settings = given;
  let needed = '';
  for (const question of list) {
    const {key, choices, isNeeded, isAlwaysWritten, isLeft} = question;
    const [before, isRequired] = [settings, key === needed];
    const isOpen = (one: InitInput) => {
      const all = {...one.existing, ...before};
      return !isGiven(key, all) && (isRequired || (isNeeded?.(all, one.existing) ?? !(NAME in one.existing)));
    };
    const all = {...existing, ...settings};
    const suggestedFirst = ({value}: Choice) => (value === `${key}=${suggested[key]?.text}` ? 0 : 1);
    const offered = choices?.(all).toSorted((a, b) => suggestedFirst(a) - suggestedFirst(b));
    if (!isOpen(input) || offered?.length === 0) continue;
    const proposed = proposedFor(question, input);
    if (key.startsWith('path.') && proposed.from === DEFAULT) continue;
    if (isLeft && !run.questions) {
      if (proposed.text !== '')
        run.guesses.push([key, '', `not set; for example \`--${key}=${proposed.text}\``]);
      continue;
    }
    const answer = await answerTo({question, offered, settings, input, isOpen}, run);
    const texts = offered ? answer.split(' ').map((word) => word.split('=')) : [[key, answer]];
    for (const [name = '', text = ''] of texts) {
      if (text === '') needed = name;
      else if (!(name in all) && (isAlwaysWritten || text !== defaultOf(name)))
        settings = {...settings, ...readAnswer(name, text).values};
    }
  }
  return settings;
}

const DEFAULT = 'default';

function defaultOf(key: string): string {
  const value = FLAG_SETTINGS.find((entry) => entry.key === key)?.default;
  return value === undefined ? '' : String(value);
}

/** The proposed answer to a question about a description. */
function proposedFor({key, example}: Question, {suggested}: InitInput): Suggestion {
  return suggested[key] ?? {text: example ?? defaultOf(key), from: DEFAULT};
}

/** A question about a description, with the settings so far, and about which others it is asked. */
interface OpenQuestion {
  readonly question: Question;
  readonly offered: readonly Choice[] | undefined;
  readonly input: InitInput;
  readonly settings: SettingValues;
  readonly isOpen: (input: InitInput) => boolean;
}

/** The text to write for a question: an answer, also to the same question before, or the proposed one. */
async function answerTo(
  {question, offered, input, settings, isOpen}: OpenQuestion,
  {questions, all, isSeveral, answers, sources, guesses}: InitRun,
): Promise<string> {
  const {key, message, ifEmpty} = question;
  const {source} = input;
  const proposed = proposedFor(question, input);
  const isName = key === NAME;
  const other = isName ? sources.get(proposed.text) : undefined;
  const text = other === undefined ? proposed.text : '';
  if (!questions || (isName && isSeveral && text !== '')) {
    if (isName && text === '') {
      const taken = `the Service of ${source} would be ${quote(proposed.text)}, as that of ${other}`;
      const alone = isSeveral ? `, in a run for ${source} alone` : '';
      throw refusal(other ? taken : MISSING_NAME, `set it with \`--service.name <name>\`${alone}`);
    }
    if (text !== '')
      guesses.push([key, text, `${proposed.from}${isName && isSeveral ? ` of ${source}` : ''}`]);
    return text;
  }
  // Those with the same default share the answer.
  const isSharing = (one: InitInput) => isOpen(one) && proposedFor(question, one).text === text;
  const sharing = isName ? [input] : all.filter(isSharing);
  const from = text === '' || proposed.from === DEFAULT ? '' : `, from ${proposed.from}`;
  const shown = `${message} (${key}${from}${isSeveral ? `, for ${namesOf(sharing, all)}` : ''})`;
  const validate = (typed: string) =>
    (typed === '' ? ifEmpty : faultOf(key, typed, settings, sharing)) ?? true;
  const id = `${isName ? source : key} ${text}`;
  const asked = () => (offered ? questions.choose(shown, offered) : questions.text(shown, text, validate));
  const answer = answers.get(id) ?? (await asked());
  answers.set(id, answer);
  return answer;
}

function namesOf(sharing: readonly InitInput[], all: readonly InitInput[]): string {
  const [first, ...others] = sharing.map(({source}) => source);
  if (others.length === 0) return `${first}`;
  return sharing.length === all.length
    ? `${all.length === 2 ? 'both' : `all ${all.length}`} descriptions`
    : `${first} and ${others.length} other${others.length === 1 ? '' : 's'}`;
}

/** The fault of an answer, in the words of its flag: its value, or what it does to a description. */
function faultOf(key: string, typed: string, settings: SettingValues, sharing: readonly InitInput[]) {
  const {values, faults} = readAnswer(key, typed);
  const ofFlag = ({flag, severity}: Problem) => flag === key && severity !== 'note';
  const [fault] =
    faults.length > 0 ? faults : sharing.flatMap(({check}) => check({...settings, ...values}).filter(ofFlag));
  return fault && [fault.message, hintOf(fault)].join('\n  ');
}

/** The value of a setting, and what is wrong with it in the words of its flag. */
function readAnswer(key: string, text: string) {
  const isList = FLAG_SETTINGS.some((entry) => entry.key === key && entry.type.flag.repeatable);
  const texts = isList ? text.split(/[\s,]+/).filter(Boolean) : [text];
  return readFlagValues(parseFlags({[key]: texts}, FLAG_SETTINGS), FLAG_SETTINGS);
}
