/** The real programs of the tracer, which cannot be built from package registries alone. */
export interface TracerPrograms {
  readonly server: string;
  readonly jaeger: string;
  readonly collector: string;
  readonly tempo: string;
}

const VARIABLES = {
  server: 'APIGEN_TEST_TRACER_SERVER',
  jaeger: 'APIGEN_TEST_JAEGER',
  collector: 'APIGEN_TEST_COLLECTOR',
  tempo: 'APIGEN_TEST_TEMPO',
} as const satisfies Record<keyof TracerPrograms, string>;

const pathOf = (name: keyof TracerPrograms): string => process.env[VARIABLES[name]] ?? '';

/** The paths of the programs in the environment; undefined, with a message, when one is missing. */
export function tracerPrograms(): TracerPrograms | undefined {
  const missing = Object.values(VARIABLES).filter((name) => !process.env[name]);
  if (missing.length > 0) {
    process.stderr.write(`skipped: set ${missing.join(', ')} to the paths of the programs\n`);
    return undefined;
  }
  return {
    server: pathOf('server'),
    jaeger: pathOf('jaeger'),
    collector: pathOf('collector'),
    tempo: pathOf('tempo'),
  };
}
