import {text} from '../settings/types/index.ts';

const OUTPUT_PLACEHOLDERS = ['service', 'namespace', 'api'] as const;

/** The texts that replace the placeholders of an output path. */
export type OutputNames = Readonly<Record<(typeof OUTPUT_PLACEHOLDERS)[number], string>>;

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** True for the path of a file with "/" between folders, in which all names in braces are placeholders. */
export function isOutputPath(template: string): boolean {
  const isKnown = (name: string | undefined) =>
    OUTPUT_PLACEHOLDERS.some((placeholder) => placeholder === name);
  return (
    [...template.matchAll(PLACEHOLDER)].every(([, name]) => isKnown(name)) &&
    template.trim() !== '' &&
    !/[\\\0]|\/$/.test(template) &&
    !isAddress(template)
  );
}

/** True for what is meant as a URL: `https:…`, or `…://…` of any scheme. */
function isAddress(text: string): boolean {
  return /^(?:https?:|[a-z][a-z0-9+.-]+:\/\/)/i.test(text);
}

export function outputPath(template: string, names: OutputNames): string {
  return OUTPUT_PLACEHOLDERS.reduce(
    (path, placeholder) => path.replaceAll(`{${placeholder}}`, () => names[placeholder]),
    template,
  );
}

/** The path of an output. An address would become folders with the password of its user in their names. */
export const fileOrFolder = text({
  name: 'file',
  expected: 'a path, not an address',
  isValid: (value) => !isAddress(value),
});

export const outputPathType = text({
  expected: `the path of a file with "/" between folders, in which ${OUTPUT_PLACEHOLDERS.map((name) => `\`{${name}}\``).join(', ')} are replaced`,
  isValid: isOutputPath,
});
