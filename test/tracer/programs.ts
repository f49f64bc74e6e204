const VARIABLES = {
  server: 'APIGEN_TEST_TRACER_SERVER',
  jaeger: 'APIGEN_TEST_JAEGER',
  collector: 'APIGEN_TEST_COLLECTOR',
  tempo: 'APIGEN_TEST_TEMPO',
  sampleApp: 'APIGEN_TEST_HOTROD',
  newerJaeger: 'APIGEN_TEST_JAEGER_UNSUPPORTED',
} as const;

/** A real program of the tracer, which cannot be built from package registries alone. */
export type TracerProgram = keyof typeof VARIABLES;

/** The path of a program, from the environment; empty when it is not set. */
export const pathOf = (program: TracerProgram): string => process.env[VARIABLES[program]] ?? '';

/** Whether the paths of all these programs are set. */
export const have = (...programs: readonly TracerProgram[]): boolean =>
  programs.every((program) => pathOf(program) !== '');
