import {LineCounter, parseDocument, type YAMLError} from 'yaml';
import {MAX_SYNTAX_ERRORS} from '../../core/limits.ts';
import type {Position} from '../../core/problem.ts';
import {type ParsedDocument, parseYaml} from './parse-document.ts';
import {syntaxFault} from './syntax-messages.ts';

/**
 * Reads a text that js-yaml refused once more, with `yaml`. If both refuse it, the result has every fault that `yaml` finds.
 *
 * `yaml` accepts a bracket that closes at the column of its key, as in the descriptions of Docker's API. js-yaml then reads
 * the text with a space in front of each, so that all its limits and checks, as for duplicate keys, apply here too.
 *
 * @param refused what js-yaml reported
 */
export function rereadYaml(text: string, uri: string, refused: ParsedDocument): ParsedDocument {
  const lines = new LineCounter();
  const {errors, brackets} = check(text, lines);
  const at = (position: Position) => ({location: {uri, pointer: '', position}});
  const [first, ...more] = errors.map((error) => ({
    ...syntaxFault(error.message, text),
    ...at(positionOf(error, lines)),
  }));
  if (first) return {...refused, entry: {unreadable: {...first, more}}};

  const [bracket, ...others] = brackets.map((warning) => positionOf(warning, lines));
  if (!bracket) return refused;
  const offsets = brackets.map(({pos: [offset]}) => offset);
  const corrected = [0, ...offsets].map((start, index) => text.slice(start, offsets[index])).join(' ');
  const parsed = parseYaml(corrected, uri);
  if ('unreadable' in parsed.entry) return parsed;
  const closing = JSON.stringify(text.charAt(offsets[0] ?? 0));
  const warning = {
    message: `the closing ${closing} is not indented more than its key`,
    hint: `indent it by one more space${alsoIn(others)}; other YAML parsers, such as Redocly's, refuse the file`,
    ...at(bracket),
  };
  // The line of such a bracket contains nothing else, so all other places stay.
  return {...parsed, corrected: Buffer.from(corrected), warning};
}

/** The errors, or else the brackets that should be indented more. */
function check(text: string, lineCounter: LineCounter): Record<'errors' | 'brackets', readonly YAMLError[]> {
  // `yaml` compares each key with all others; js-yaml finds duplicate keys faster.
  const options = {prettyErrors: false, uniqueKeys: false} as const;
  const {errors} = withoutStackTraces(() => parseDocument(text, {...options, lineCounter}));
  if (errors.length > 0) {
    // Nesting that overflows the stack is for js-yaml to report, which has a limit.
    const syntax = errors.filter(({code}) => code !== 'RESOURCE_EXHAUSTION');
    return {errors: syntax.slice(0, MAX_SYNTAX_ERRORS), brackets: []};
  }
  // With `compat` it warns about brackets, but fails where one is missing.
  const {warnings} = parseDocument(text, {...options, compat: 'core'});
  return {errors, brackets: warnings.filter(({code}) => code === 'BAD_INDENT')};
}

/** A text may have a million errors, and nearly all of their time and memory is for stack traces. */
function withoutStackTraces<T>(run: () => T): T {
  const {stackTraceLimit} = Error;
  Error.stackTraceLimit = 0;
  try {
    return run();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function positionOf({pos: [offset]}: YAMLError, lines: LineCounter): Position {
  const {line, col: column} = lines.linePos(offset);
  return {line, column};
}

/** How many lines a hint lists. */
const MAX_LINES = 10;

function alsoIn(positions: readonly Position[]): string {
  if (positions.length === 0) return '';
  const lines = positions.slice(0, MAX_LINES).map(({line}) => line);
  const rest = positions.length - lines.length;
  return `, also in line${positions.length === 1 ? '' : 's'} ${lines.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
