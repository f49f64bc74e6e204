import {settingErrors} from '../../core/rules/setting-faults.ts';
import {parseFlags, readFlagValues} from '../../core/settings/read.ts';
import {FLAG_SETTINGS} from '../../core/settings/table.ts';
import {refused} from './plan.ts';
import type {Choice, Questions} from './questions.ts';

/** Values by dotted key. */
export type Settings = Readonly<Record<string, unknown>>;

/** What is known before anything is asked. */
export interface Known {
  /** By flags. */
  readonly given: Settings;
  /** At the root of the description. */
  readonly existing: Settings;
  /** Defaults of the questions, as texts. */
  readonly suggested: Readonly<Record<string, string | undefined>>;
}

interface Question {
  readonly key: string;
  readonly message: string;
  /** Asked only if this holds, and then also for a description that names its Service. */
  readonly isNeeded?: (settings: Settings) => boolean;
  readonly isRequired?: boolean;
  /** Whether an answer is written that means the same as no answer. */
  readonly isAlwaysWritten?: boolean;
}

const QUESTIONS: readonly Question[] = [
  {key: 'target', message: 'Kind of the generated resources'},
  {key: 'service.name', message: 'Name of the Service', isRequired: true},
  {key: 'service.namespace', message: 'Namespace of the Service'},
  {
    key: 'service.port',
    message: 'Port of the Service',
    isNeeded: ({target}) => target === 'httproute',
    isAlwaysWritten: true,
  },
  {key: 'path.base', message: 'Prefix of every path, / for none', isAlwaysWritten: true},
  {key: 'timeouts.request_timeout', message: 'Request timeout in seconds, empty for none'},
];

/**
 * The settings to write: those of the flags, and for what is set neither by a flag nor in the description the answers, or without
 * `questions` their defaults. A description that names its Service was set up before: nothing is asked that is not needed.
 *
 * @throws Refused when the name of the target Service is missing
 */
export async function completeSettings(known: Known, questions: Questions | undefined): Promise<Settings> {
  const {given, existing, suggested} = known;
  const isSetUp = 'service.name' in existing;
  let settings = given;
  for (const question of QUESTIONS) {
    const {key, isNeeded, isRequired = false} = question;
    const all = {...existing, ...settings};
    if (key in all || !(isNeeded?.(all) ?? !isSetUp)) continue;
    const fallback = suggested[key] ?? defaultOf(key);
    if (key === 'path.base' && suggested[key] === undefined) continue;
    const text = questions ? await answerTo(question, fallback, questions) : fallback;
    if (text === '' && isRequired)
      throw refused('the name of the target Service is missing', 'set it with `--service.name <name>`');
    if (text !== '' && (question.isAlwaysWritten || text !== defaultOf(key)))
      settings = {...settings, ...settingOf(key, text)};
  }
  const all = withBothNamespaces(settings, existing);
  return Object.fromEntries(FLAG_SETTINGS.flatMap(({key}) => (key in all ? [[key, all[key]]] : [])));
}

function defaultOf(key: string): string {
  const value = FLAG_SETTINGS.find((entry) => entry.key === key)?.default;
  return value === undefined ? '' : String(value);
}

async function answerTo(
  {key, message, isRequired}: Question,
  fallback: string,
  questions: Questions,
): Promise<string> {
  const choices = FLAG_SETTINGS.find((entry) => entry.key === key)?.type.choices;
  const shown = `${message} (${key})`;
  if (choices) return questions.choose(shown, choices.map(toChoice), fallback);
  return questions.text(shown, fallback, (text) =>
    text === '' && !isRequired ? undefined : faultOf(key, text),
  );
}

function toChoice(value: string): Choice<string> {
  return {name: value, value};
}

/** What is wrong with the value of a setting, in the words of its flag. */
function faultOf(key: string, text: string): string | undefined {
  return settingErrors(reading(key, text).faults)[0]?.message;
}

function settingOf(key: string, text: string): Settings {
  return reading(key, text).values;
}

function reading(key: string, text: string) {
  return readFlagValues(parseFlags({[key]: [text]}, FLAG_SETTINGS), FLAG_SETTINGS);
}

const NAMESPACES = ['service.namespace', 'namespace'] as const;

/** Where one namespace is new and the other not set, both are the same: mostly the resources belong next to the Service. */
function withBothNamespaces(settings: Settings, existing: Settings): Settings {
  const value = NAMESPACES.map((key) => settings[key]).find((found) => found !== undefined);
  if (value === undefined) return settings;
  const missing = NAMESPACES.filter((key) => !(key in settings) && !(key in existing));
  return {...settings, ...Object.fromEntries(missing.map((key) => [key, value]))};
}
