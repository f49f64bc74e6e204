import path from 'node:path';
import {valueAt} from '../../core/base/json.ts';
import type {Description} from '../../core/openapi/description.ts';
import {effectiveSettings, withExpression} from '../../core/openapi/effective-settings.ts';
import {serversBelowRoot} from '../../core/openapi/server-paths.ts';
import {serverUrls} from '../../core/openapi/servers.ts';
import {alwaysHasSlash} from '../../core/routes/parameter-pattern.ts';
import type {SettingKey} from '../../core/settings/table.ts';
import {dnsLabel, hostnames, MAX_HOSTNAMES} from '../../core/settings/types/index.ts';

/** The address of a Service inside a cluster: `<name>.<namespace>.svc`, with the cluster's domain or without. */
const SERVICE_HOST = /^([^.]+)\.([^.]+)\.svc(?:\..+)?$/;

/** Words of a title that the name of its Service usually does not have. */
const NOT_IN_NAMES = /\b(?:open ?api|rest|api|specification|spec)\b/g;

/** Titles that frameworks write where an application has none: no name of a Service. The comments name the source of each. */
const DEFAULT_TITLES: readonly string[] = [
  'A swagger API', // flasgger: flasgger/base.py
  'API', // Sanic Extensions: sanic_ext/extensions/openapi/blueprint.py
  'API documentation', // aiohttp-apispec: aiohttp_apispec/aiohttp_apispec.py; Springfox: ApiInfo.java
  'API title', // grape-swagger: lib/grape-swagger/endpoint.rb
  'API V1', // rswag: the template of its generator, swagger_helper.rb
  'APIFlask', // APIFlask: apiflask/app.py
  'Elysia Documentation', // Elysia: @elysiajs/openapi/src/index.ts
  'FastAPI', // FastAPI: fastapi/applications.py
  'Generated API', // SmallRye OpenAPI: io/smallrye/openapi/api/OpenApiDocument.java
  'Hono Documentation', // hono-openapi/src/handler.ts
  'Litestar API', // Litestar: litestar/app.py
  'LoopBack Application', // LoopBack: @loopback/openapi-v3/src/types.ts
  'NinjaAPI', // django-ninja: ninja/main.py
  'OpenAPI', // fuego: engine.go
  'OpenAPI definition', // springdoc: org/springdoc/core/utils/Constants.java
  'REST API', // swagger-autogen: src/statics.js
  'Robyn API', // Robyn: robyn/openapi.py
  'Service API Document', // spectree: spectree/config.py
  'TSOA', // tsoa: @tsoa/cli, dist/cli.js
];

/** A value that is proposed for a setting, as the text of its flag, and where it is from. */
export interface Suggestion {
  readonly text: string;
  readonly from: string;
}

export type Suggestions = {readonly [K in SettingKey]?: Suggestion | undefined};

/** Settings that a description suggests: from a server in the cluster, else the name from the title; and hostnames. */
export function suggestSettings(document: unknown): Suggestions {
  const from = valueAt(document, '/servers') === undefined ? 'host' : 'servers';
  const outside = new Set(addressesOf(document).map(({hostname}) => hostname));
  const valid = [...outside].filter(
    (name) => name.includes('.') && hostnames.check([name]).length === 0 && !SERVICE_HOST.test(name),
  );
  const all = {text: valid.slice(0, MAX_HOSTNAMES).join(', '), from};
  return {...serviceSettings(document, from), ...(valid.length > 0 && {'gateway.hostnames': all})};
}

/** How routes begin, as the servers of a description suggest; `isEachOwn` if others of the run may begin with other paths. */
export function suggestPrefix({servers, operations}: Description, isEachOwn: boolean): Suggestions {
  const below = serversBelowRoot(operations, servers);
  const isKnown = [{servers}, ...below].every((one) => one.servers.faults.length === 0);
  const [only] = servers.paths.size === 1 && servers.faults.length === 0 ? servers.paths.keys() : [];
  const isEach =
    servers.paths.size > 1 || below.some(({others}) => others.length > 0) || (isEachOwn && Boolean(only));
  const from = 'servers';
  return {
    ...(isKnown && isEach && {'path.from_servers': {text: 'true', from}}),
    ...(only && {'path.base': {text: only, from}}),
  };
}

/** The value of `path.parameters`, where schemas would change a route; an empty text where no pattern always has a slash. */
export function suggestParameters(description: Description): Suggestions {
  const {operations} = description;
  const settings = effectiveSettings(description, {});
  const [bySchema = [], any] = [true, false].map((is) =>
    operations.map((one) => withExpression(one, settings, is)),
  );
  if (bySchema.every(({expression}, index) => expression === any?.[index]?.expression)) return {};
  const isMeant = operations.some(({parameters}) => parameters.some(alwaysHasSlash));
  return {'path.parameters': isMeant ? {text: 'schema', from: 'their patterns'} : {text: '', from: ''}};
}

/** The placeholders of a pattern of names. */
export const PLACEHOLDER = /\{(file|folder|title)\}/g;

/** The name of a Service by a pattern such as `{folder}-api`, for the description in a file. */
export function suggestName(pattern: string, file: string, document: unknown): Suggestions {
  const {dir, name} = path.parse(file);
  const values: Record<string, string> = {file: name, folder: path.basename(dir), title: titleOf(document)};
  const text = pattern.replace(PLACEHOLDER, (_, key: string) => toLabel(values[key] ?? '') ?? '');
  return {'service.name': isLabel(text) ? {text, from: pattern} : undefined};
}

function serviceSettings(document: unknown, from: string): Suggestions {
  for (const {protocol, hostname, port} of addressesOf(document)) {
    const [, name, namespace] = SERVICE_HOST.exec(hostname) ?? [];
    if (isLabel(name) && isLabel(namespace))
      return {
        'service.name': {text: name, from},
        'service.namespace': {text: namespace, from},
        'service.port': {text: port || (protocol === 'https:' ? '443' : '80'), from},
      };
  }
  const text = toLabel(titleOf(document));
  return text ? {'service.name': {text, from: 'info.title'}} : {};
}

/** The title that the authors of a description gave it, else an empty text. */
function titleOf(document: unknown): string {
  const title = valueAt(document, '/info/title');
  // protoc-gen-openapiv2 (genopenapi/template.go) writes the path of the file.
  const isText = typeof title === 'string' && !title.endsWith('.proto');
  const isDefault = DEFAULT_TITLES.some((one) => one.toLowerCase() === String(title).toLowerCase());
  return isText && !isDefault ? title : '';
}

/** The addresses of the servers; those of Swagger 2.0 differ in their schemes only. */
function addressesOf(document: unknown): URL[] {
  const servers = valueAt(document, '/servers');
  const urls = Array.isArray(servers) ? servers.flatMap(serverUrls) : [];
  const [host, scheme] = [valueAt(document, '/host'), valueAt(document, '/schemes/0')];
  const all = [...urls, typeof host === 'string' ? `${scheme ?? 'http'}://${host}` : undefined];
  return all.flatMap((url) => (typeof url === 'string' && URL.canParse(url) ? [new URL(url)] : []));
}

function isLabel(text: unknown): text is string {
  return typeof text === 'string' && dnsLabel.check(text).length === 0;
}

/** A text as a DNS label; `undefined` where nothing is left of it, or where it has letters without a form in ASCII. */
function toLabel(text: string): string | undefined {
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '');
  if (/(?![a-z])\p{L}/u.test(plain)) return undefined;
  const hyphened = (words: string) =>
    (words.match(/[a-z0-9]+/g) ?? []).join('-').slice(0, 63).replace(/-$/, '');
  return [plain.replace(NOT_IN_NAMES, ' '), plain].map(hyphened).find(isLabel);
}
