import {type MeshFlag, RUN_FLAGS, SETTING_FLAGS} from '../mesh/mesh-flags.ts';

/** The options of a run that decide what the page shows, and what is different here. */
const RUN_FLAGS_OF_REPORT: Readonly<Record<string, Partial<MeshFlag>>> = {
  in: {
    summary:
      'OpenAPI description: a file, a pattern such as `apis/**/openapi.yaml`, an http(s) URL, or - for standard input; one flag for each',
  },
  overlay: {},
  config: {summary: 'Show the APIs of this file, with the options of the decorator for each'},
  'remote-refs': {},
  'allow-plugins': {},
  'read-linkerd-extensions': {},
  group: {},
  'only-described': {},
  out: {excludes: []},
};

/** The flags of `apigen report`: those of `apigen mesh` for descriptions and their settings. */
export const REPORT_FLAGS: readonly MeshFlag[] = [
  ...RUN_FLAGS.flatMap((flag) => {
    const other = RUN_FLAGS_OF_REPORT[flag.key];
    return other ? [{...flag, ...other}] : [];
  }),
  ...SETTING_FLAGS,
];
