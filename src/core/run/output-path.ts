/** The names that an output path may hold in braces. */
export const OUTPUT_PLACEHOLDERS = ['service', 'namespace', 'api'] as const;

/** What the placeholders of an output path are replaced with. */
export type OutputNames = Readonly<Record<(typeof OUTPUT_PLACEHOLDERS)[number], string>>;

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** True for the path of a file with "/" between folders, in which all names in braces are placeholders. */
export function isOutputPath(template: string): boolean {
  const isKnown = (name: string | undefined) => OUTPUT_PLACEHOLDERS.some((known) => known === name);
  return (
    [...template.matchAll(PLACEHOLDER)].every(([, name]) => isKnown(name)) &&
    template.trim() !== '' &&
    !/[\\\0]|\/$/.test(template) &&
    !isAddress(template)
  );
}

/** True for what is meant as a URL: `https:…`, or `…://…` of any scheme. */
export function isAddress(text: string): boolean {
  return /^(?:https?:|[a-z][a-z0-9+.-]+:\/\/)/i.test(text);
}

/** The path of one output: `template` with its placeholders replaced. */
export function outputPath(template: string, names: OutputNames): string {
  return OUTPUT_PLACEHOLDERS.reduce(
    (path, placeholder) => path.replaceAll(`{${placeholder}}`, () => names[placeholder]),
    template,
  );
}

/**
 * The name of an API in output paths and messages: its name in the configuration, else its description's path relative to
 * the project folder without its extension, so that descriptions in different folders differ.
 *
 * @param file the description's path relative to the project folder, with `/`
 */
export function apiName(alias: string | undefined, file: string): string {
  if (alias !== undefined) return alias;
  const stem = file.replace(/\.[^./]+$/, '');
  return leavesFolder(stem) ? (stem.split('/').at(-1) ?? stem) : stem;
}

/** True when a relative path points outside of its folder, or to the folder itself. */
export function leavesFolder(path: string): boolean {
  return (
    path === '' || path === '..' || path.startsWith('../') || path.startsWith('/') || /^[A-Za-z]:/.test(path)
  );
}
