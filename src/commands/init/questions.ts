import {MESH_NAMES, meshNamed, meshOutput, routeReader} from '../../core/meshes.ts';
import {type SettingKey, type SettingValues, TIMEOUT} from '../../core/settings/table.ts';
import {targetNamed, targetsUsing} from '../../core/targets/index.ts';
import {type Choice, MISSING_NAME} from './asking.ts';

/** A setting that is asked for, unless a flag or the description sets it. */
export interface Question {
  readonly key: SettingKey;
  readonly message: string;
  /** The choices, those that the description suggests first; without any, nothing is asked. The value of one is what it sets. */
  readonly choices?: (settings: SettingValues) => readonly Choice[];
  /** Asked only if this holds; without it, for a description that does not name its Service. */
  readonly isNeeded?: (settings: SettingValues, existing: SettingValues) => boolean;
  /** The fault of an empty answer. */
  readonly ifEmpty?: string;
  /** Whether an answer is written that means the same as no answer. */
  readonly isAlwaysWritten?: boolean;
  /** The proposal where the description suggests nothing, if not the default of the setting. */
  readonly example?: string;
  /** Whether the setting is left to the user where nobody is asked; otherwise what is proposed is written. */
  readonly isLeft?: boolean;
}

export const NAME = 'service.name';

const GATEWAY = 'gateway.name';

const FROM_SERVERS = 'path.from_servers';

const [WITHOUT_MESH] = meshNamed(undefined).outputs;

/** The meshes that read the target, if that is set. */
function meshChoices({target}: SettingValues): readonly Choice[] {
  const isRead = (...outputs: readonly {readonly target: string}[]) =>
    outputs.some((one) => one.target === (target ?? one.target));
  const all = MESH_NAMES.map((mesh) => ({mesh, ...meshNamed(mesh)})).filter(({outputs}) =>
    isRead(...outputs),
  );
  const {one} = targetNamed(WITHOUT_MESH.target);
  const another = `another: ${one} of ${WITHOUT_MESH.apiVersion}, which none of these reads`;
  return [
    ...all.flatMap(({mesh, title, service}) => (service ? {name: title, value: `mesh=${mesh}`} : [])),
    ...all.flatMap(({mesh, title, gateway}) =>
      gateway ? {name: `${title}, with a Gateway`, value: `mesh=${mesh} ${GATEWAY}=`} : [],
    ),
    ...(isRead(WITHOUT_MESH) ? [{name: another, value: `target=${WITHOUT_MESH.target}`}] : []),
  ];
}

/** Questions on which the offered Services depend, or that are independent of these. */
export const MESH_QUESTIONS: readonly Question[] = [
  {
    key: 'mesh',
    message: 'Which mesh or gateway?',
    choices: meshChoices,
    example: 'istio',
    isLeft: true,
  },
  {
    key: GATEWAY,
    message: 'Name of the Gateway',
    isNeeded: ({mesh}) => meshNamed(mesh).service === undefined,
    ifEmpty: 'the name of the Gateway is missing',
  },
  {
    key: 'gateway.namespace',
    message: 'Namespace of the Gateway, empty for that of the HTTPRoutes',
    isNeeded: ({[GATEWAY]: gateway}, existing) => Boolean(gateway) && !(GATEWAY in existing),
  },
  {
    key: 'gateway.hostnames',
    message: 'Hostnames, separated by commas, empty for those of the listeners',
    isNeeded: ({[GATEWAY]: gateway}) => Boolean(gateway),
  },
  {
    key: 'target',
    message: 'Kind of the resources',
    // None where the mesh leaves no choice.
    choices: ({mesh}) =>
      meshNamed(mesh).outputs.flatMap(({target, choice}, index) =>
        choice === undefined ? [] : [{name: choice, value: index === 0 ? '' : `target=${target}`}],
      ),
  },
];

export const SERVICE_QUESTIONS: readonly Question[] = [
  {key: NAME, message: 'Name of the Service', ifEmpty: MISSING_NAME},
  {key: 'service.namespace', message: 'Namespace of the Service'},
  {
    key: 'service.port',
    message: 'Port of the Service',
    isNeeded: ({mesh, target, [GATEWAY]: gateway}) =>
      targetsUsing('service.port').includes(targetNamed(meshOutput(mesh, target, gateway).target)),
    isAlwaysWritten: true,
  },
  {
    key: FROM_SERVERS,
    message: 'Prefix of the paths',
    choices: () => [
      {name: 'for each the path of its own servers', value: `${FROM_SERVERS}=true`},
      {name: 'one for all paths, or none', value: ''},
    ],
    isNeeded: (settings, existing) => !(NAME in existing) && !('path.base' in settings),
    isLeft: true,
  },
  {
    key: 'path.base',
    message: 'Prefix of every path, / for none',
    isNeeded: (settings, existing) => !(NAME in existing) && settings[FROM_SERVERS] !== true,
    isAlwaysWritten: true,
    isLeft: true,
  },
  {
    key: 'path.parameters',
    message: 'What path parameters match',
    choices: () => [
      {name: 'any text of a segment', value: ''},
      {name: 'what their schemas say', value: 'path.parameters=schema'},
    ],
    isLeft: true,
  },
  {
    key: TIMEOUT,
    message: 'Request timeout in seconds, 0 for none',
    isNeeded: ({mesh, [GATEWAY]: gateway}, existing) =>
      !(NAME in existing) && routeReader(mesh, gateway).insteadOfTimeout === undefined,
    example: '30',
    isLeft: true,
  },
];
