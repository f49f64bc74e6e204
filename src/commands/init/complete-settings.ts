import {MESH_NAMES, type MeshName, meshNamed, meshOutput} from '../../core/meshes.ts';
import {quote} from '../../core/quote.ts';
import {isGiven} from '../../core/settings/precedence.ts';
import {parseFlags, readFlagValues} from '../../core/settings/read.ts';
import {FLAG_SETTINGS, type SettingKey, type SettingValues} from '../../core/settings/table.ts';
import {targetNamed, targetsUsing} from '../../core/targets/index.ts';
import {type Choice, MISSING_NAME, type Questions, refused} from './plan.ts';

/** What is known of a description before anything is asked. */
export interface Known {
  readonly source: string;
  /** By flags. */
  readonly given: SettingValues;
  /** At the root of the description. */
  readonly existing: SettingValues;
  /** Defaults of the questions, as texts. */
  readonly suggested: {readonly [K in SettingKey]?: string | undefined};
}

/** How the settings of the descriptions of a run are completed. */
export interface Asking {
  readonly questions: Questions | undefined;
  readonly isSeveral: boolean;
  /** The answers so far: descriptions with the same default share one. */
  readonly answers: Map<string, string>;
  /** The descriptions so far, by the names of their Services. */
  readonly sources: Map<string, string>;
}

interface Question {
  readonly key: SettingKey;
  readonly message: string;
  /** What is chosen from; nothing is asked where there is none. */
  readonly choices?: (settings: SettingValues) => readonly Choice[];
  /** Asked only if this holds; without it, for a description that does not name its Service. */
  readonly isNeeded?: (settings: SettingValues, existing: SettingValues) => boolean;
  /** What is wrong with no answer. */
  readonly ifEmpty?: string;
  /** Whether an answer is written that means the same as no answer. */
  readonly isAlwaysWritten?: boolean;
}

const NAME = 'service.name';

const isMesh = (name: MeshName) => meshNamed(name).service !== undefined;

/** Meshes first: a gateway is asked for its name, too. */
const MESH_CHOICES: readonly Choice[] = [
  ...MESH_NAMES.filter(isMesh).map((value) => ({name: meshNamed(value).title, value})),
  {name: 'another that reads mesh.io', value: ''},
  ...MESH_NAMES.filter((name) => !isMesh(name)).map((value) => ({
    name: `${meshNamed(value).title}, with a Gateway`,
    value,
  })),
];

const FROM_SERVERS = 'path.from_servers';

const PREFIX_CHOICES: readonly Choice[] = [
  {name: 'for each the path of its own servers', value: 'true'},
  {name: 'one for all, or none', value: ''},
];

const QUESTIONS: readonly Question[] = [
  {key: 'mesh', message: 'Which mesh or gateway?', choices: () => MESH_CHOICES},
  {
    key: 'gateway.name',
    message: 'Name of the Gateway',
    isNeeded: ({mesh}) => meshNamed(mesh).service === undefined,
    ifEmpty: 'the name of the Gateway is missing',
  },
  {
    key: 'gateway.name',
    message: 'Name of the Gateway, empty for the mesh itself',
    isNeeded: ({mesh}, existing) =>
      !(NAME in existing) && meshNamed(mesh).service !== undefined && meshNamed(mesh).gateway !== undefined,
  },
  {
    key: 'gateway.namespace',
    message: 'Namespace of the Gateway, empty for that of the HTTPRoutes',
    isNeeded: ({'gateway.name': gateway}, existing) => Boolean(gateway) && !('gateway.name' in existing),
  },
  {
    key: 'gateway.hostnames',
    message: 'Hostnames, separated by commas, empty for those of the listeners',
    isNeeded: ({'gateway.name': gateway}) => Boolean(gateway),
  },
  {key: 'target', message: 'Kind of the resources', choices: ({mesh}) => targetChoices(mesh)},
  {key: NAME, message: 'Name of the Service', ifEmpty: MISSING_NAME},
  {key: 'service.namespace', message: 'Namespace of the Service'},
  {
    key: 'service.port',
    message: 'Port of the Service',
    isNeeded: ({mesh, target, 'gateway.name': gateway}) =>
      targetsUsing('service.port').includes(targetNamed(meshOutput(mesh, target, gateway).target)),
    isAlwaysWritten: true,
  },
  {
    key: FROM_SERVERS,
    message: 'Prefix of the paths',
    choices: () => PREFIX_CHOICES,
    isNeeded: (settings, existing) => !(NAME in existing) && !('path.base' in settings),
  },
  {
    key: 'path.base',
    message: 'Prefix of every path, / for none',
    isNeeded: (settings, existing) => !(NAME in existing) && settings[FROM_SERVERS] !== true,
    isAlwaysWritten: true,
  },
  {key: 'timeouts.request_timeout', message: 'Request timeout in seconds, empty for none'},
];

/**
 * The settings to write: those of the flags, and for what is set neither by a flag nor in the description the answers, or where nobody
 * is asked their defaults. A description that names its Service was set up before: nothing is asked that is not needed. Of several
 * descriptions, each has the name that it suggests; it is asked for only if there is none or another has it.
 *
 * @throws Refused when the name of the target Service is missing
 */
export async function completeSettings(
  {source, given, existing, suggested}: Known,
  {questions, isSeveral, answers, sources}: Asking,
): Promise<SettingValues> {
  let settings = given;
  const isNamed = NAME in existing;
  for (const {key, message, choices, isNeeded, ifEmpty, isAlwaysWritten} of QUESTIONS) {
    const all = {...existing, ...settings};
    const offered = choices?.(all);
    if (isGiven(key, all) || !(isNeeded?.(all, existing) ?? !isNamed) || offered?.length === 0) continue;
    if ((key === 'path.base' || key === FROM_SERVERS) && suggested[key] === undefined) continue;
    const isName = key === NAME;
    const other = isName ? sources.get(suggested[key] ?? '') : undefined;
    const fallback = other === undefined ? (suggested[key] ?? defaultOf(key)) : '';
    const shown = `${message}${isName && isSeveral ? ` of ${source}` : ''} (${key})`;
    const id = `${shown} ${fallback}`;
    const validate = (text: string) =>
      (text === '' ? ifEmpty : reading(key, text).faults[0]?.message) ?? true;
    let text = answers.get(id) ?? fallback;
    if (questions && !answers.has(id) && !(isName && isSeveral && fallback !== ''))
      text = await (offered ? questions.choose(shown, offered) : questions.text(shown, fallback, validate));
    answers.set(id, text);
    if (isName && text === '') {
      const message =
        other && `the Service of ${source} would be ${quote(suggested[key])}, as that of ${other}`;
      const alone = isSeveral ? `, in a run for ${source} alone` : '';
      throw refused(message ?? MISSING_NAME, `set it with \`--service.name <name>\`${alone}`);
    }
    if (text !== '' && (isAlwaysWritten || text !== defaultOf(key)))
      settings = {...settings, ...reading(key, text).values};
  }
  // Where one namespace is new and the other not set, both are the same: mostly the resources belong next to the Service.
  const namespace = settings['service.namespace'] ?? settings.namespace;
  const both: SettingValues = namespace === undefined ? {} : {namespace, 'service.namespace': namespace};
  const all: Readonly<Record<string, unknown>> = {...both, ...settings};
  const isNew = (key: string) => key in settings || (key in both && !(key in existing));
  return Object.fromEntries(FLAG_SETTINGS.flatMap(({key}) => (isNew(key) ? [[key, all[key]]] : [])));
}

/** The values of `target` that a user chooses from; none where the mesh leaves no choice. */
function targetChoices(mesh: MeshName | undefined): Choice[] {
  const {outputs} = meshNamed(mesh);
  return outputs.flatMap(({target, choice}, index) =>
    choice === undefined ? [] : [{name: choice, value: index === 0 ? '' : target}],
  );
}

function defaultOf(key: string): string {
  const value = FLAG_SETTINGS.find((entry) => entry.key === key)?.default;
  return value === undefined ? '' : String(value);
}

/** The value of a setting, and what is wrong with it in the words of its flag. */
function reading(key: string, text: string) {
  const isList = FLAG_SETTINGS.some((entry) => entry.key === key && entry.type.flag.repeatable);
  const texts = isList ? text.split(/[\s,]+/).filter(Boolean) : [text];
  return readFlagValues(parseFlags({[key]: texts}, FLAG_SETTINGS), FLAG_SETTINGS);
}
