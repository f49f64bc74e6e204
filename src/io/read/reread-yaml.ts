import {LineCounter, parseDocument, type YAMLError} from 'yaml';
import type {Finding, Position} from '../../core/base/problem.ts';
import {syntaxFault} from './syntax-messages.ts';

/** The message of `yaml` for a quoted text that is not closed, or that goes on at the column of its key. */
const UNCLOSED = /^Missing closing (["'])quote/;

/** The faults that `yaml` finds; or the text with more indentation, which js-yaml reads, and what should be fixed. */
export type Reread =
  | {readonly faults: readonly Finding[]}
  | {readonly corrected: string; readonly warning: Finding};

/**
 * Reads a text that js-yaml refused once more, with `yaml`. If both refuse it, the result has the faults that `yaml` finds, up to
 * a quoted text that is not closed: what follows may belong to it.
 *
 * A bracket that closes at the column of its key and a quoted text that goes on there, as in the descriptions of Docker's API,
 * are corrected: PyYAML and Go's readers take both.
 */
export function rereadYaml(text: string, uri: string): Reread {
  const at = (position: Position) => ({location: {uri, pointer: '', position}});
  const {errors} = check(text);
  const lines = text.split('\n');
  const texts = indentTexts(lines, errors);
  const indented = lines.join('\n');
  if (errors.length > 0 && (texts.length === 0 || check(indented).errors.length > 0)) {
    const unclosed = errors.findIndex(({message}) => UNCLOSED.test(message));
    const first = errors.slice(0, unclosed < 0 ? errors.length : unclosed + 1);
    return {faults: first.map(({message, position}) => ({...syntaxFault(message, text), ...at(position)}))};
  }
  // With `compat` it warns about brackets, but fails where one is missing.
  const brackets = check(indented, 'core').warnings.map(({position}) => position);
  for (const {line} of brackets) lines[line - 1] = ` ${lines[line - 1]}`;
  const [place, ...others] = [...texts, ...brackets].sort((a, b) => a.line - b.line);
  if (!place) return {faults: []};
  const more = [...new Set(others.map(({line}) => line).filter((line) => line !== place.line))];
  const closing = text.split('\n')[place.line - 1]?.charAt(place.column - 1);
  const message = texts.includes(place)
    ? 'a quoted text goes on at the column of its key'
    : `the closing ${JSON.stringify(closing)} is not indented more than its key`;
  const also = more.length === 0 ? '' : `, also in line${more.length === 1 ? '' : 's'} ${more.join(', ')}`;
  const hint = `indent it by one more space${also}; other YAML parsers, such as Redocly's, refuse the file`;
  // These lines have nothing in front, so all other places stay.
  return {corrected: lines.join('\n'), warning: {message, hint, ...at(place)}};
}

interface FoundError {
  readonly message: string;
  readonly position: Position;
}

/** The errors, and with `compat` the brackets that should be indented more. */
function check(text: string, compat?: 'core') {
  const lineCounter = new LineCounter();
  // `yaml` compares each key with all others; js-yaml finds duplicate keys faster.
  const options = {prettyErrors: false, uniqueKeys: false, lineCounter} as const;
  const parsed = parseDocument(text, compat ? {...options, compat} : options);
  const withPosition = ({message, pos: [offset]}: YAMLError): FoundError => {
    const {line, col: column} = lineCounter.linePos(offset);
    return {message, position: {line, column}};
  };
  return {
    errors: parsed.errors.map(withPosition),
    warnings: parsed.warnings.filter(({code}) => code === 'BAD_INDENT').map(withPosition),
  };
}

/** Indents the lines that continue quoted texts, up to the next quote. Returns the first such line of each text. */
function indentTexts(lines: string[], errors: readonly FoundError[]): Position[] {
  const places: Position[] = [];
  let read = 0;
  for (const {message, position} of errors) {
    const [, quote] = UNCLOSED.exec(message) ?? [];
    const {line} = position;
    if (quote === undefined || line < read) continue;
    const width = /^[\s-]*/.exec(lines[line - 1] ?? '')?.[0].length ?? 0;
    const next = lines.findIndex((text, index) => index >= line && text.trim() !== '');
    if (next < 0) continue;
    places.push({line: next + 1, column: (lines[next] ?? '').search(/\S/) + 1});
    const end = quote === '"' ? /^(?:[^"\\]|\\.)*"/ : /^(?:[^']|'')*'(?!')/;
    for (read = line; read < lines.length; read += 1) {
      const closes = end.test(lines[read] ?? '');
      lines[read] = ' '.repeat(width + 1) + lines[read];
      if (closes) break;
    }
  }
  return places;
}
