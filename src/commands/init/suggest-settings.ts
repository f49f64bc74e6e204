import {valueAt} from '../../core/json.ts';
import {dnsLabel, hostnames, MAX_HOSTNAMES} from '../../core/settings/types/index.ts';

/** The address of a Service inside a cluster: `<name>.<namespace>.svc`, with the cluster's domain or without. */
const SERVICE_HOST = /^([^.]+)\.([^.]+)\.svc(?:\..+)?$/;

/** What a title has that the name of its Service usually has not. */
const NOT_IN_NAMES = /\b(?:open ?api|rest|api|specification|spec)\b/g;

/** Settings that a description suggests, by dotted key: from a server in the cluster, else the name from the title; and hostnames. */
export function suggestSettings(document: unknown): Readonly<Record<string, string>> {
  const outside = new Set(addressesOf(document).map(({hostname}) => hostname));
  const valid = [...outside].filter(
    (name) => name.includes('.') && hostnames.check([name]).length === 0 && !SERVICE_HOST.test(name),
  );
  const ofGateway = valid.length === 0 ? {} : {'gateway.hostnames': valid.slice(0, MAX_HOSTNAMES).join(', ')};
  return {...serviceSettings(document), ...ofGateway};
}

function serviceSettings(document: unknown): Readonly<Record<string, string>> {
  for (const {protocol, hostname, port} of addressesOf(document)) {
    const [, name, namespace] = SERVICE_HOST.exec(hostname) ?? [];
    if (isLabel(name) && isLabel(namespace))
      return {
        'service.name': name,
        'service.namespace': namespace,
        'service.port': port || (protocol === 'https:' ? '443' : '80'),
      };
  }
  const title = valueAt(document, '/info/title');
  const name = typeof title === 'string' ? toLabel(title) : undefined;
  return name === undefined ? {} : {'service.name': name};
}

/** The addresses of the servers; those of Swagger 2.0 differ in their schemes only. */
function addressesOf(document: unknown): URL[] {
  const servers = valueAt(document, '/servers');
  const urls = Array.isArray(servers) ? servers.flatMap(urlsOf) : [];
  const [host, scheme] = [valueAt(document, '/host'), valueAt(document, '/schemes/0')];
  const all = [...urls, typeof host === 'string' ? `${scheme ?? 'http'}://${host}` : undefined];
  return all.flatMap((url) => (typeof url === 'string' && URL.canParse(url) ? [new URL(url)] : []));
}

/** The addresses of a server, with each of the values that its variables can have; a variable without one stays, in braces. */
function urlsOf(server: unknown): string[] {
  const url = valueAt(server, '/url');
  if (typeof url !== 'string') return [];
  const parts = url.split(/\{([^{}]*)\}/);
  return parts.reduce<string[]>(
    (starts, part, index) => {
      const variable = index % 2 === 1 ? valueAt(server, `/variables/${part}`) : undefined;
      const [values, value] = [valueAt(variable, '/enum'), valueAt(variable, '/default')];
      const ends = index % 2 === 0 ? [part] : Array.isArray(values) ? values : [value ?? `{${part}}`];
      return starts.flatMap((start) => ends.map((end) => `${start}${end}`)).slice(0, MAX_HOSTNAMES);
    },
    [''],
  );
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
