import {BLANK, COLON, lastStar, PATTERN, withoutPatterns} from './path-template.ts';

/** A way to write paths that OpenAPI does not have, or a part of a path that clients change. */
interface UnsentPart {
  /** Its first group is the name of a parameter. */
  readonly pattern: RegExp;
  readonly fault: (found: string) => string;
  /** The text meant, if not a parameter. */
  readonly instead?: '' | '/';
  /** Set where the parameter spans segments. */
  readonly spans?: true;
}

const literal = (found: string) =>
  `takes ${JSON.stringify(found)} literally: parameters are written as {name}`;
const wildcard = (found: string) => `takes ${JSON.stringify(found)} literally: OpenAPI has no wildcards`;

const nameless = (found: string) =>
  `has the pattern ${JSON.stringify(found)} without the name of a parameter`;

/** Sources: WHATWG URL, section 4.4, for what clients resolve; the routers of ASP.NET, Express, Flask, Next.js, Rails and gin. */
const UNSENT_PARTS: readonly UnsentPart[] = [
  {
    pattern: new RegExp(`(?<=/)${BLANK}|${BLANK}(?=/|$)`, 'u'),
    fault: (found) => `has a blank (${codePoint(found)}) at an end of a segment`,
    instead: '',
  },
  {
    pattern: /\/\/+/,
    fault: () => 'has an empty segment, which clients and proxies may remove',
    instead: '/',
  },
  {
    pattern: /(?:\/(?:\.|%2e)|(?:\/(?:\{[^{}]*\}|[^/])*)?\/(?:\.|%2e){2})(?:\/|$)/i,
    fault: () => 'has a segment "." or "..", which clients resolve',
    instead: '/',
  },
  {
    pattern: /\{([^{}:=?]+)(?::[^{}]*)?\?\}(?!(?<=\/\{[^{}:]*\})$)/,
    fault: () => 'matches no request without the parameter: what is optional needs a second path in OpenAPI',
  },
  {
    // Source: RFC 6570, form-style query and fragment expansion.
    pattern: /\{[?&#][^{}]*\}/,
    fault: (found) => `matches requests without ${JSON.stringify(found)}, which is not part of a path`,
    instead: '',
  },
  {
    pattern: PATTERN,
    fault: () => 'matches any segment: a parameter has no pattern in OpenAPI',
  },
  {pattern: /(?<=\/):([a-z_]\w*)\{\.[*+]\}/i, fault: literal, spans: true},
  {pattern: COLON, fault: literal},
  {pattern: /(?<!\})\{\.[*+]\??\}/, fault: nameless, spans: true},
  {pattern: /(?<!\})\{[[(\\^](?:[^{}]|\{[^{}]*\})*\}/, fault: nameless},
  {pattern: /<path:([a-z_]\w*)>/i, fault: literal, spans: true},
  {pattern: /<(?:[^<>:/]*:)?([a-z_][\w.-]*)>/i, fault: literal},
  {pattern: /%7b([\w.-]+)%7d/i, fault: literal},
  {pattern: /(?<=\/)\[+\.{3}([a-z_]\w*)\]+(?=\/|$)/i, fault: literal, spans: true},
  {pattern: /(?<=\/)\[([a-z_]\w*)\](?=\/|$)/i, fault: literal},
  {pattern: /\$(?=\{)/, fault: literal, instead: ''},
  {pattern: /(?<=\{([\w.-]+)\})\*+(?=\/|$)/, fault: wildcard, instead: '', spans: true},
  {pattern: /(?<=\/)\*+([a-z_]\w*)(?=\/|$)/i, fault: wildcard, spans: true},
  {pattern: /(?<=\/)\*(?:\*+(?=\/|$)|(?=\/?$))(?![^{}]*\})/, fault: wildcard, spans: true},
  {pattern: /\*+(?![^{}]*\})/, fault: wildcard},
];

/**
 * The fault of a path that is not written as in OpenAPI, or that clients do not send as it is, and how to write it: it matches
 * other requests than those that are meant. The fault follows the name of the path.
 */
export function unsentPath(template: string): {readonly fault: string; readonly hint: string} | undefined {
  let text = template;
  const faults: string[] = [];
  const spanning: string[] = [];
  for (const {pattern, fault, instead, spans} of UNSENT_PARTS)
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const [found, name = spans ? 'rest' : 'name'] = match;
      const [start, end] = [text.slice(0, match.index), text.slice(match.index + found.length)];
      const parameter =
        instead === undefined ? newName(name, `${start} ${end}`, Math.max(2, faults.length + 1)) : '';
      text = `${start}${instead ?? `{${parameter}}`}${end}`;
      faults.push(fault(found));
      if (spans) spanning.push(parameter || name);
    }
  const [fault] = faults;
  if (fault === undefined) return undefined;
  const setting = spanning.length === 0 ? '' : ` with \`path.multi_segment: [${spanning.join(', ')}]\``;
  const star = faults.length === 1 && lastStar(template);
  const plain = withoutPatterns(template);
  const isBySchema = plain !== template && unsentPath(plain) === undefined;
  const instead = star ? `multi_segment: ['${star}']` : isBySchema ? 'parameters: schema' : '';
  return {fault, hint: `${instead && `set \`path.${instead}\`, or `}write ${JSON.stringify(text)}${setting}`};
}

/** The name, with a number if another parameter has it. */
function newName(name: string, template: string, count: number): string {
  return template.includes(`{${name}}`) ? newName(`${name}${count}`, template, count + 1) : name;
}

function codePoint(text: string): string {
  return `U+${text.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
}
