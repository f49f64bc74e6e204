import {type Command, type Config, toConfiguredId} from '@oclif/core';
import type {Program, Release} from '../product.ts';

type Flag = Command.Flag.Cached;

/** Escapes text for roff. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1')
    .replaceAll(/\n{2,}/g, '\n.PP\n');
}

/** Fills in the oclif templates that the texts of our commands use. */
function fillIn(text: string, {id}: Command.Cached, config: Config): string {
  return text
    .replaceAll(/<%=\s*config\.bin\s*%>/g, config.bin)
    .replaceAll(/<%=\s*command\.id\s*%>/g, toConfiguredId(id, config));
}

function flagEntry(flag: Flag, command: Command.Cached, config: Config): string {
  const names = [flag.char && `-${flag.char}`, `--${flag.name}`]
    .filter(Boolean)
    .map((name) => `\\fB${roff(`${name}`)}\\fR`);
  const value = flag.type === 'option' ? ` \\fI${roff(flag.helpValue?.toString() ?? 'value')}\\fR` : '';
  const facts = [
    flag.required && 'required',
    flag.type === 'option' && flag.options && `one of ${flag.options.join(', ')}`,
    flag.type === 'option' && flag.default !== undefined && `default: ${flag.default}`,
  ].filter(Boolean);
  const text = fillIn(flag.summary ?? flag.description ?? '', command, config);
  return `.TP\n${names.join(', ')}${value}\n${roff(text)}${facts.length > 0 ? roff(` (${facts.join('; ')})`) : ''}\n`;
}

function example(given: Command.Example, command: Command.Cached, config: Config): string {
  const {description = '', command: line} = typeof given === 'string' ? {command: given} : given;
  return `.PP\n${roff(fillIn(description, command, config))}\n.PP\n.nf\n${roff(fillIn(line, command, config))}\n.fi\n`;
}

function commandSection(command: Command.Cached, config: Config): string {
  const {summary = '', description = '', flags, args, examples = []} = command;
  const given = Object.values(args).map(({name, required}) =>
    required ? name.toUpperCase() : `[${name.toUpperCase()}]`,
  );
  const head = [config.bin, toConfiguredId(command.id, config), ...given].join(' ');
  const texts = [summary, description]
    .filter(Boolean)
    .map((text) => `${roff(fillIn(text, command, config))}\n`);
  const entries = Object.values(flags)
    .filter(({hidden}) => !hidden)
    .map((flag) => flagEntry(flag, command, config));
  return `.SS "${roff(head)}"\n${texts.join('.PP\n')}${entries.join('')}${examples.map((one) => example(one, command, config)).join('')}`;
}

/** The manual page of a program, section 1, from the declarations of its commands. */
export function manPage(
  {name, summary, description}: Program,
  config: Config,
  {version, epoch}: Release,
): string {
  const date = new Date(epoch * 1000).toISOString().slice(0, 10);
  const commands = config.commands.filter(({hidden}) => !hidden).sort((a, b) => (a.id < b.id ? -1 : 1));
  return `.TH ${name.toUpperCase()} 1 "${date}" "${name} ${version}" "User Commands"
.SH NAME
${name} \\- ${roff(summary)}
.SH SYNOPSIS
\\fB${name}\\fR \\fIcommand\\fR [\\fIargument\\fR...] [\\fIflag\\fR...]
.PP
\\fB${name}\\fR \\fIcommand\\fR \\-\\-help
.SH DESCRIPTION
${roff(description)}
.SH COMMANDS
${commands.map((command) => commandSection(command, config)).join('')}.SH EXIT STATUS
0 on success, 2 for an unknown command, flag or argument or an invalid flag value, 1 for every other failure.
`;
}
