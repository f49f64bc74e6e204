import {Flags, type Interfaces} from '@oclif/core';
import {type Option, optionsOf, type Place} from './options.ts';

/** One option as a flag of oclif. Defaults of texts are shown, not set: what was not given has to stay known as such. */
function flagOf(option: Option): Interfaces.FlagInput[string] {
  const common = {
    summary: option.summary,
    ...(option.char === undefined ? {} : {char: option.char}),
  };
  if (option.value === undefined) {
    const byDefault = option.default === undefined ? {} : {default: option.default === 'true'};
    return Flags.boolean({...common, ...byDefault, allowNo: option.negatable ?? false});
  }
  const text = {
    ...common,
    helpValue: `<${option.choices?.join('|') ?? option.value}>`,
    ...(option.default === undefined ? {} : {summary: `${option.summary} [default: ${option.default}]`}),
    ...(option.choices === undefined ? {} : {options: [...option.choices]}),
  };
  return option.repeatable
    ? Flags.string({...text, multiple: true, multipleNonGreedy: true})
    : Flags.string({...text, multiple: false});
}

/** The flags of a command, from the table of options. */
export function flagsOf(place: Place): Interfaces.FlagInput {
  return Object.fromEntries(optionsOf(place).map((option) => [option.name, flagOf(option)]));
}
