import {type JsonMap, ownValue} from '../base/json.ts';

/** A format that is not OpenAPI, and what to do with a document of it. */
type OtherFormat = readonly [title: string, hint: string];

/** Source: the usage of api-spec-converter. */
const convert = (from: string) =>
  `convert it, for example with \`npx api-spec-converter --from=${from} --to=swagger_2 <file>\``;
const POSTMAN = 'convert it, for example with `npx --package=postman-to-openapi p2o <file> -f openapi.yaml`';

/** The keys at the root that documents of other formats have. */
const DOCUMENTS: readonly (readonly [keys: readonly string[], ...OtherFormat])[] = [
  [['asyncapi'], 'an AsyncAPI document', 'name a description of the HTTP API: messages have no routes'],
  [['swaggerVersion'], 'a description of Swagger 1', convert('swagger_1')],
  [['info', 'item'], 'a Postman collection', POSTMAN],
  [['requests', 'order'], 'a Postman collection of version 1', 'export it as version 2.1, and convert that'],
  [['apiVersion', 'kind'], 'a Kubernetes object', 'name the OpenAPI description of the Service'],
  [['overlay'], 'an OpenAPI Overlay', 'name the description, and the Overlay with `--overlay <file>`'],
  [['arazzo'], 'an Arazzo description', 'name an OpenAPI description of its `sourceDescriptions`'],
  [['apis'], "Redocly's configuration", 'name it with `--config`'],
];

export function otherFormat(document: JsonMap): OtherFormat | undefined {
  const format = DOCUMENTS.find(([keys]) => keys.every((key) => ownValue(document, key) !== undefined));
  return format && [format[1], format[2]];
}

const NAME = 'name an OpenAPI description in YAML or JSON';
const ONE_PATH = 'name a description of the HTTP API: all of its operations have one path';
/** Source: google/gnostic, cmd/protoc-gen-openapi. */
const PROTOBUF =
  'convert it, for example with `protoc --openapi_out=. <file>` and the plugin of google/gnostic';

/** The beginning of what is not YAML or JSON, as Latin-1. UTF-16 has a mark of its own or a character of ASCII first. */
const TEXTS: readonly (readonly [begin: RegExp, ...OtherFormat])[] = [
  [/^\x1f\x8b/, 'a file compressed with gzip', 'unpack it first: `gunzip <file>`'],
  [/^PK\x03\x04/, 'a zip archive', 'unpack it first: `unzip <file>`'],
  [/^%PDF-/, 'a PDF file', NAME],
  [/^(?!\xff\xfe|\xfe\xff|[\t -~]\0|\0[\t -~])[\s\S]*\0/, 'a binary file', NAME],
  [/^\s*<(!doctype html|html)/i, 'an HTML page', 'name the description itself, not a page that shows it'],
  [/^\s*<[\s\S]*(schemas\.xmlsoap\.org\/wsdl|www\.w3\.org\/ns\/wsdl)/, 'a WSDL description', ONE_PATH],
  [/^\s*<[\s\S]*wadl\.dev\.java\.net/, 'WADL', convert('wadl')],
  [/^\s*<[!?a-z]/i, 'XML', NAME],
  [/^#%RAML /, 'RAML', convert('raml')],
  [/^FORMAT: 1A/, 'an API Blueprint', convert('api_blueprint')],
  [/^(extend )?(schema|(type|interface|input|enum) \w+)[^:\n]*\{/m, 'a GraphQL schema', ONE_PATH],
  [/^(syntax|edition)\s*=\s*["']/m, 'a protobuf definition', PROTOBUF],
];

/** @param beginning a text, or the first bytes as Latin-1 of what is not UTF-8 */
export function otherTextFormat(beginning: string): OtherFormat | undefined {
  const format = TEXTS.find(([begin]) => begin.test(beginning));
  return format && [format[1], format[2]];
}
