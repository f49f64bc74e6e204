export {duration, MAX_SECONDS, timeout} from './durations.ts';
export {
  addedMethods,
  corsHeaders,
  corsMethods,
  corsOrigins,
  hostnames,
  listOfChoices,
  MAX_HOSTNAMES,
  pathPatterns,
  textList,
} from './lists.ts';
export {annotationMap, labelMap, parameterValues} from './map-of-strings.ts';
export {decimal, integer} from './numbers.ts';
export {
  anyText,
  boolean,
  DNS_SUBDOMAIN_LENGTH,
  dnsLabel,
  dnsSubdomain,
  oneOf,
  optionalName,
  pathPattern,
  pathPrefix,
  text,
} from './text.ts';
export {type JsonSchema, type Mismatch, mismatch, type ValueOf, type ValueType} from './value-type.ts';
