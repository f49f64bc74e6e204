import {hintOf, type Problem} from '../../core/base/problem.ts';
import {quote} from '../../core/base/quote.ts';
import {parseFlags, readFlagValues} from '../../core/settings/read.ts';
import {FLAG_SETTINGS, type SettingValues} from '../../core/settings/table.ts';
import {type Asking, type Choice, type Known, MISSING_NAME, refused} from './asking.ts';
import {NAME, type Question} from './questions.ts';
import type {Suggestion} from './suggest-settings.ts';

export const DEFAULT = 'default';

export function defaultOf(key: string): string {
  const value = FLAG_SETTINGS.find((entry) => entry.key === key)?.default;
  return value === undefined ? '' : String(value);
}

/** The proposed answer to a question about a description. */
export function proposedFor({key, example}: Question, {suggested}: Known): Suggestion {
  return suggested[key] ?? {text: example ?? defaultOf(key), from: DEFAULT};
}

/** A question about a description, with the settings so far, and about which others it is asked. */
interface Asked {
  readonly question: Question;
  readonly offered: readonly Choice[] | undefined;
  readonly known: Known;
  readonly settings: SettingValues;
  readonly isOpen: (known: Known) => boolean;
}

/** The text to write for a question: an answer, also to the same question before, or the proposed one. */
export async function answerTo(
  {question, offered, known, settings, isOpen}: Asked,
  {questions, all, isSeveral, answers, sources, guesses}: Asking,
): Promise<string> {
  const {key, message, ifEmpty} = question;
  const {source} = known;
  const proposed = proposedFor(question, known);
  const isName = key === NAME;
  const other = isName ? sources.get(proposed.text) : undefined;
  const text = other === undefined ? proposed.text : '';
  if (!questions || (isName && isSeveral && text !== '')) {
    if (isName && text === '') {
      const taken = `the Service of ${source} would be ${quote(proposed.text)}, as that of ${other}`;
      const alone = isSeveral ? `, in a run for ${source} alone` : '';
      throw refused(other ? taken : MISSING_NAME, `set it with \`--service.name <name>\`${alone}`);
    }
    if (text !== '')
      guesses.push([key, text, `${proposed.from}${isName && isSeveral ? ` of ${source}` : ''}`]);
    return text;
  }
  // Those with the same default share the answer.
  const isSharing = (one: Known) => isOpen(one) && proposedFor(question, one).text === text;
  const sharing = isName ? [known] : all.filter(isSharing);
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

function namesOf(sharing: readonly Known[], all: readonly Known[]): string {
  const [first, ...others] = sharing.map(({source}) => source);
  if (others.length === 0) return `${first}`;
  return sharing.length === all.length
    ? `${all.length === 2 ? 'both' : `all ${all.length}`} descriptions`
    : `${first} and ${others.length} other${others.length === 1 ? '' : 's'}`;
}

/** The fault of an answer, in the words of its flag: its value, or what it does to a description. */
function faultOf(key: string, typed: string, settings: SettingValues, sharing: readonly Known[]) {
  const {values, faults} = reading(key, typed);
  const ofFlag = ({flag, severity}: Problem) => flag === key && severity !== 'note';
  const [fault] =
    faults.length > 0 ? faults : sharing.flatMap(({check}) => check({...settings, ...values}).filter(ofFlag));
  return fault && [fault.message, hintOf(fault)].join('\n  ');
}

/** The value of a setting, and what is wrong with it in the words of its flag. */
export function reading(key: string, text: string) {
  const isList = FLAG_SETTINGS.some((entry) => entry.key === key && entry.type.flag.repeatable);
  const texts = isList ? text.split(/[\s,]+/).filter(Boolean) : [text];
  return readFlagValues(parseFlags({[key]: texts}, FLAG_SETTINGS), FLAG_SETTINGS);
}
