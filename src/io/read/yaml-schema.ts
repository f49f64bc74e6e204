import {binaryTag, CORE_SCHEMA, mergeTag, omapTag, pairsTag, setTag} from 'js-yaml';

/** Merge keys `<<` and these tags are not in YAML 1.2's core schema, but descriptions use them and Redocly reads them. */
export const SCHEMA = CORE_SCHEMA.withTags(mergeTag, binaryTag, omapTag, pairsTag, setTag);
