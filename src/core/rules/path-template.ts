import {MAX_PATH_LENGTH} from '../limits.ts';
import {quote} from '../quote.ts';
import {type TemplateFault, templateFault} from '../routes/path-template.ts';
import {describeFaults, type Rule} from '../rule.ts';

/** What an address has in front of its path. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/]*\/?/i;

const TEXTS: Readonly<Record<TemplateFault, {readonly expected: string; readonly hint: string}>> = {
  length: {expected: `at most ${MAX_PATH_LENGTH} characters`, hint: 'shorten it'},
  slash: {expected: 'a "/" at the beginning', hint: 'begin it with "/"'},
  braces: {expected: 'balanced braces', hint: 'write each parameter as `{name}`'},
  unicode: {expected: 'valid Unicode', hint: 'add the missing half of the surrogate pair'},
  name: {expected: 'a name in each `{}`', hint: 'write each parameter as `{name}`'},
};

function hintFor(path: string, fault: TemplateFault): string {
  if (fault !== 'slash') return TEXTS[fault].hint;
  const fixed = `/${path.replace(ORIGIN, '')}`;
  const other = templateFault(fixed);
  return other ? `${TEXTS.slash.hint}, and ${TEXTS[other].hint}` : `write ${JSON.stringify(fixed)}`;
}

export const pathTemplate = {
  code: 'path-template',
  severity: 'error',
  summary: 'Paths begin with `/` and have balanced braces around parameter names',
  check: (input) =>
    describeFaults(input, 'path-template', ({path, fault}) => ({
      message: `invalid path ${quote(path)}: expected ${TEXTS[fault].expected}`,
      hint: hintFor(path, fault),
    })),
} satisfies Rule;
