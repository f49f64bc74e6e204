import {isMap, ownValue} from '../../core/base/json.ts';
import {inputError, type Problem} from '../../core/base/problem.ts';
import {invalid} from '../../core/base/quote.ts';
import {type Resource, resourceId, resourceOf} from '../../core/kubernetes/resource.ts';
import {toYaml} from '../../core/kubernetes/yaml.ts';
import type {KubernetesObject} from '../../core/targets/target.ts';
import {decodeText, inputProblems, readDocument} from '../../io/read/parse-document.ts';
import {STANDARD_INPUT, uriOf} from '../../io/read/source.ts';

/** The URI of the `functionConfig` in locations. */
export const CONFIG_URI = 'resource:///functionConfig';

export interface InputList {
  readonly items: readonly Resource[];
  readonly text: Buffer;
  readonly config: Resource;
  readonly problems: readonly Problem[];
}

/** Reads a ResourceList in YAML or JSON. Source: KRM Functions Specification v1. */
export async function readInputList(bytes: Buffer): Promise<InputList> {
  const uri = uriOf(STANDARD_INPUT);
  const {entry, corrected = bytes} = await readDocument(bytes, uri);
  const config = resourceOf(undefined, CONFIG_URI);
  const refuse = (problems: readonly Problem[]) => ({items: [], text: bytes, config, problems});
  if ('unreadable' in entry) return refuse(inputProblems(entry, uri));
  const list = isMap(entry.content) ? entry.content : {};
  const items = ownValue(list, 'items') ?? [];
  if (ownValue(list, 'kind') !== 'ResourceList' || !Array.isArray(items))
    return refuse([
      inputError(invalid('input', entry.content, 'a ResourceList'), HINT, {location: {uri, pointer: ''}}),
    ]);
  return {
    items: items.map((item, index) => resourceOf(item, `resource:///items/${index}`)),
    text: corrected,
    config: resourceOf(ownValue(list, 'functionConfig'), CONFIG_URI),
    problems: [],
  };
}

const HINT = 'let kustomize run `apigen krm`, or give it a ResourceList of the KRM functions specification';

/** Scalars are texts, which stay as they are written: YAML 1.1 and 1.2 differ in what `0644` is. */
const READ = {schema: 'failsafe', resolveKnownTags: false, logLevel: 'silent'} as const;
const WRITE = {lineWidth: 0, flowCollectionPadding: false, doubleQuotedAsJSON: true} as const;

/**
 * The text of the ResourceList that a function returns. Items that were given keep their comments and scalars. Only of JSON, and where
 * YAML aliases are used, whose anchors may be outside of the items, they are written as values.
 *
 * @param objects what is added; they replace items with the same names
 */
export async function resourceListText(
  {text, items}: Pick<InputList, 'text' | 'items'>,
  objects: readonly KubernetesObject[],
  results: readonly object[],
): Promise<string> {
  const idOf = (content: unknown) => resourceId(resourceOf(content));
  const replaced = new Set(objects.map(idOf));
  const isKept = (_: unknown, index: number) => !replaced.has(idOf(items[index]?.content));
  // It takes as long to load as a tenth of a run.
  const {Document, isSeq, parseDocument, visit} = await import('yaml');
  const list = parseDocument(decodeText(text) ?? '', READ).get('items');
  let hasAlias = false;
  visit(isSeq(list) ? list : null, {
    Alias: () => {
      hasAlias = true;
    },
  });
  if (!isSeq(list) || list.flow || hasAlias)
    return blockList('', [...items.map(({content}) => content).filter(isKept), ...objects], results);
  list.items = list.items.filter(isKept);
  delete list.anchor;
  delete list.tag;
  const written = list.items.length === 0 ? '' : new Document(list, READ).toString(WRITE);
  return blockList(written, objects, results);
}

/** The type of the list. Source: KRM Functions Specification v1. */
const HEAD = {apiVersion: 'config.kubernetes.io/v1', kind: 'ResourceList'};

/** A ResourceList in block style: `given` is the text of its first items, and `objects` are the others. */
export function blockList(given: string, objects: readonly unknown[], results: readonly object[]): string {
  const items = given + (objects.length > 0 ? withoutMarker([objects]) : '');
  const head = `${withoutMarker([HEAD])}items:${items === '' ? ' []\n' : `\n${items}`}`;
  return head + (results.length > 0 ? withoutMarker([{results}]) : '');
}

/** A `---` at the beginning would be a document of its own to some readers. */
function withoutMarker(documents: readonly object[]): string {
  return toYaml(documents).slice('---\n'.length);
}
