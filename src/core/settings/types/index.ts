export {timeout} from './durations.ts';
export {annotationMap, labelMap} from './map-of-strings.ts';
export {decimal, integer} from './numbers.ts';
export {
  anyText,
  boolean,
  DNS_SUBDOMAIN_LENGTH,
  dnsLabel,
  dnsSubdomain,
  duration,
  hostnames,
  MAX_HOSTNAMES,
  oneOf,
  optionalName,
  pathPrefix,
  text,
  textList,
} from './text.ts';
export {type JsonSchema, type Mismatch, mismatch, type ValueOf, type ValueType} from './value-type.ts';
