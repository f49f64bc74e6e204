import {readdir, readFile, stat} from 'node:fs/promises';
import path from 'node:path';
import * as yaml from 'yaml';
import {at, listAt, textAt} from '../cluster/json.ts';
import {TracerError} from '../errors.ts';
import {FIELDS, REQUIRED, REQUIRED_FOR_HTTP} from './format.ts';

/** A test to run. */
export type Definition = Readonly<Record<'id' | 'name' | 'file', string> & {spec: object}>;

/** A mistake, and its place in the text. */
type Fault = readonly [offset: number, message: string];

/** Finds faults in the fields of a node. */
function* faultsOf(document: yaml.Document, node: yaml.Node | null, path: string): Generator<Fault> {
  const [allowed, expected = 'fields'] = FIELDS[path] ?? [];
  const resolved = yaml.isAlias(node) ? node.resolve(document) : node;
  if (allowed === 'any' || (yaml.isScalar(resolved) && resolved.value === null)) return;
  if (yaml.isMap<yaml.Node, yaml.Node | null>(resolved) && allowed === undefined)
    for (const {key, value} of resolved.items) {
      const field = [path, `${key}`].filter(Boolean).join('.');
      const known = Object.keys(FIELDS).some((one) =>
        [undefined, '.', '['].includes(one.startsWith(field) ? one[field.length] : ''),
      );
      if (known) yield* faultsOf(document, value, field);
      else yield [key.range?.[0] ?? 0, `unknown field \`${field}\``];
    }
  else if (yaml.isSeq<yaml.Node>(resolved) && allowed === undefined)
    for (const item of resolved.items) yield* faultsOf(document, item, `${path}[]`);
  else {
    const value: unknown = resolved?.toJS(document);
    const valid =
      typeof allowed !== 'object'
        ? typeof value === allowed
        : typeof value === 'string' && allowed.test(value);
    const message = `invalid \`${path || 'definition'}\` ${JSON.stringify(value)}: expected ${expected}`;
    if (!valid) yield [node?.range?.[0] ?? 0, message];
  }
}

/** Finds faults in a definition; the server loses the results of two specs with one selector. */
function* faultsOfTest(document: yaml.Document.Parsed, definition: unknown): Generator<Fault> {
  const start = document.contents?.range?.[0] ?? 0;
  const [type, name] = [textAt(definition, 'type'), textAt(definition, 'spec', 'name')];
  if (textAt(definition, 'openapi') || textAt(definition, 'swagger'))
    return yield [start, 'an OpenAPI description, not a test: write its tests first, with `apigen tests`'];
  if (type !== 'Test') return yield [start, `"${name}" has type "${type}", but only a Test can be run`];
  yield* faultsOf(document, document.contents, '');
  const isHttp = textAt(definition, 'spec', 'trigger', 'type') === 'http';
  for (const field of [...REQUIRED, ...(isHttp ? REQUIRED_FOR_HTTP : [])])
    if (at(definition, ...field.split('.')) == null) yield [start, `missing field \`${field}\``];
  const specs = listAt(definition, 'spec', 'specs');
  for (const [index, spec] of specs.entries())
    for (const field of ['selector', 'assertions'])
      if (at(spec, field) == null) yield [start, `missing field \`spec.specs[${index}].${field}\``];
  if (specs.every((one) => listAt(one, 'assertions').length === 0))
    yield [start, 'no assertion: the test would pass whatever the service answers'];
  const selectors = specs.map((one) => textAt(one, 'selector'));
  const repeated = selectors.find((one, index) => selectors.indexOf(one) !== index);
  if (repeated !== undefined) yield [start, `two specs have the selector ${repeated}: join them`];
}

const unreadable =
  (file: string) =>
  ({message, code}: NodeJS.ErrnoException) => {
    const isMissing = code === 'ENOENT';
    throw new TracerError(
      isMissing ? `no such file or folder: ${file}` : `cannot read ${file}: ${message}`,
      2,
    );
  };

/** The files of a path: itself, or the YAML and JSON files in a folder. */
async function filesOf(given: string): Promise<string[]> {
  const found = await stat(given).catch(unreadable(given));
  if (!found.isDirectory()) return [given];
  // Node follows links to folders only where it lists names.
  const names = await readdir(given, {recursive: true});
  // In a mounted ConfigMap, folders that begin with a dot have the files a second time.
  const isDefinition = (name: string) => /\.(ya?ml|json)$/i.test(name) && !/(^|[/\\])\./.test(name);
  const named = names.filter(isDefinition).map((name) => path.join(given, name));
  const isFile = await Promise.all(
    named.map(async (file) => (await stat(file).catch(() => undefined))?.isDirectory() !== true),
  );
  const files = named.filter((_, index) => isFile[index]).toSorted();
  if (files.length === 0) throw new TracerError(`no YAML or JSON file in ${given}`, 2);
  return files;
}

/** Reads the definitions of files and folders. Throws a `TracerError` with all that is wrong with them. */
export async function readDefinitions(paths: readonly string[]): Promise<Definition[]> {
  const problems: string[] = [];
  const byId = new Map<string, Definition>();
  for (const file of new Set((await Promise.all(paths.map(filesOf))).flat())) {
    const lineCounter = new yaml.LineCounter();
    const options = {lineCounter, prettyErrors: false};
    const text = await readFile(file, 'utf8').catch(unreadable(file));
    for (const document of yaml.parseAllDocuments(text, options)) {
      if (!('contents' in document)) continue;
      const faults: Fault[] = document.errors.map(({pos: [offset], message}) => [offset, message]);
      if (faults.length === 0) {
        const start = document.contents?.range[0] ?? 0;
        try {
          const definition: unknown = document.toJS();
          if (definition === null) continue;
          faults.push(...faultsOfTest(document, definition));
          const spec = Object(at(definition, 'spec'));
          const [id, name] = [textAt(spec, 'id'), textAt(spec, 'name')];
          const other = id && byId.get(id)?.file;
          if (other) faults.push([start, `the id "${id}" is already in ${other}`]);
          byId.set(id, {id, name, file, spec});
        } catch {
          faults.push([start, 'an alias has no anchor before it, or contains itself']);
        }
      }
      for (const [offset, message] of faults) {
        const {line, col} = lineCounter.linePos(offset);
        problems.push(`${file}:${line}:${col}  ${message}`);
      }
    }
  }
  if (problems.length > 0) throw new TracerError('wrong definitions', 1, problems);
  if (byId.size === 0) throw new TracerError(`no test in ${paths.join(', ')}`, 1);
  return [...byId.values()];
}
