import path from 'node:path';
import {fileURLToPath} from 'node:url';
import type {Oas2Decorator, Oas3Decorator, UserContext} from '@redocly/openapi-core';
import type {JsonMap} from '../../src/core/base/json.ts';
import type {Finding} from '../../src/core/base/problem.ts';
import {toYaml} from '../../src/core/kubernetes/yaml.ts';
import {apiName} from '../../src/io/project/place-output.ts';
import {overlaysOf} from '../../src/io/project/redocly-decorator.ts';
import {isRemote} from '../../src/io/read/source.ts';
import {FixableError} from '../../src/io/system-error.ts';
import {listFileOfApi} from '../../src/io/write/file-list.ts';
import {writeFileAtomically} from '../../src/io/write/write-file.ts';
import {noteText, redoclyDescription, toReport} from './description.ts';
import {
  isReadOnly,
  type RedoclyApi,
  redoclyApi,
  redoclyOutput,
  severityOf,
  TOO_OLD,
  unknownConfigNames,
} from './project.ts';

/**
 * Decorator `apigen/service-profile`: writes the output of the description that is bundled, as `apigen mesh` prints it, and
 * does not change the bundle.
 *
 * The output is generated when the walk enters the root, where the description still is as its authors wrote it, and
 * written when the walk ends.
 */
export function ServiceProfileDecorator(given: JsonMap) {
  let pending: Pending | undefined;
  return {
    Root: {
      enter(root: object, ctx: UserContext) {
        // Redocly gives its configuration, and with it the project's folder, only since then.
        if (ctx.config === undefined || !('resolvedConfig' in ctx.config)) ctx.report({message: TOO_OLD});
        else pending = generate(root, given, ctx);
      },
      leave(_root: object, ctx: UserContext) {
        if (pending) write(pending, given, ctx);
      },
    },
  } satisfies ReturnType<Oas3Decorator> & ReturnType<Oas2Decorator>;
}

/** An output that is written when the walk ends. */
type Pending = NonNullable<ReturnType<typeof generate>>;

function generate(root: object, given: JsonMap, ctx: UserContext) {
  const api = redoclyApi(ctx);
  if (isReadOnly(api, ctx)) return undefined;
  const description = redoclyDescription(ctx);
  const applied = overlaysOf(ctx.config?.resolvedConfig ?? {}, api.project).filter((file) => !isRemote(file));
  const output = redoclyOutput(root, api, description, given, applied);
  const names = unknownConfigNames(ctx);
  for (const problem of [...names, ...output.problems]) {
    // Redocly reports the `$ref`s of its own files, and stops.
    if (problem.code === 'unresolved-reference' && description.sources.has(problem.location?.uri ?? ''))
      continue;
    const forceSeverity = problem.severity === 'error' ? severityOf(given) : 'warn';
    // Redocly has no severity for notes.
    if (problem.severity === 'note') print(api, noteText(problem));
    else ctx.report({...toReport(problem, description), forceSeverity});
  }
  if (output.skipped !== undefined) print(api, output.skipped);
  return names.length > 0 ? undefined : {api, description, output};
}

function write({api, description, output: {file, objects}}: Pending, given: JsonMap, ctx: UserContext): void {
  if (file === undefined) return;
  const shown = path.relative('', file);
  try {
    writeFileAtomically(file, toYaml(objects));
    print(api, `wrote ${shown}`);
    listFileOfApi(fileURLToPath(api.outputAt.uri), api, file);
  } catch (error) {
    if (!(error instanceof FixableError)) throw error;
    const {message, hint} = error;
    const finding: Finding = {message: `${shown}: ${message}`, hint, location: api.outputAt};
    ctx.report({...toReport(finding, description), forceSeverity: severityOf(given)});
  }
}

function print(api: RedoclyApi, text: string): void {
  process.stderr.write(`apigen: ${apiName(api)}: ${text}\n`);
}
