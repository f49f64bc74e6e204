import {type MeshFlag, RUN_FLAGS, SETTING_FLAGS} from '../mesh/mesh-flags.ts';

/** The options of a run that decide what the routes are, and what is different here. */
const INPUT_FLAGS: Readonly<Record<string, Partial<MeshFlag>>> = {
  in: {
    summary:
      'OpenAPI description: a file, a pattern such as `apis/**/openapi.yaml`, an http(s) URL, or - for standard input; one flag for each',
  },
  merge: {summary: 'Several descriptions of one Service: show the routes of all of them as one API'},
  overlay: {},
  config: {summary: 'Show the APIs of this file, with the options of the decorator for each'},
  'remote-refs': {},
  'allow-plugins': {},
  'read-linkerd-extensions': {},
  group: {},
  'only-described': {},
  'allow-empty': {summary: 'Accept a description without routes'},
};

/** The flags of every command about routes: those of `apigen mesh` for descriptions and their settings. */
export const APIS_FLAGS: readonly MeshFlag[] = [
  ...RUN_FLAGS.flatMap((flag) => {
    const other = INPUT_FLAGS[flag.key];
    return other ? [{...flag, ...other}] : [];
  }),
  ...SETTING_FLAGS,
];

/** How APIs of a configuration file are named as arguments. */
export const API_ARGUMENT = {
  description: 'name of an API in redocly.yaml, or path of its description, as for `redocly bundle`',
  multiple: true,
} as const;
