export {boolean} from './boolean.ts';
export {decimal} from './decimal.ts';
export {duration} from './duration.ts';
export {integer} from './integer.ts';
export {annotationMap, labelMap} from './map-of-strings.ts';
export {anyText, DNS_SUBDOMAIN_LENGTH, dnsLabel, dnsSubdomain, oneOf, pathPrefix} from './text.ts';
export {textList} from './text-list.ts';
export type {FlagForm, JsonSchema, Mismatch, ValueOf, ValueType} from './value-type.ts';
export {mismatch} from './value-type.ts';
