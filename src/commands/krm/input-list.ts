import {isMap, ownValue} from '../../core/base/json.ts';
import {inputError, type Problem} from '../../core/base/problem.ts';
import {invalid} from '../../core/base/quote.ts';
import {type Resource, resourceOf} from '../../core/kubernetes/resource.ts';
import {inputProblems, readDocument} from '../../io/read/parse-document.ts';
import {STANDARD_INPUT, uriOf} from '../../io/read/source.ts';

/** What locations call the `functionConfig`. */
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
