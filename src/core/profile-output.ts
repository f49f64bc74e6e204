import {nearestKey} from './nearest-key.ts';
import type {ServiceProfile} from './service-profile.ts';

/** The names that an output path may hold in braces. */
export const OUTPUT_PLACEHOLDERS = ['service', 'namespace', 'api'] as const;

/** Where a profile is written when nothing is said: beside the configuration, one file for each API. */
export const DEFAULT_OUTPUT = '{api}.service-profile.yaml';

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** What is wrong with an output path, or `undefined`. */
export function outputFault(template: string): {message: string; hint: string} | undefined {
  const known = OUTPUT_PLACEHOLDERS.map((name) => `\`{${name}}\``).join(', ');
  const unknown = [...template.matchAll(PLACEHOLDER)].find(
    ([, name]) => !OUTPUT_PLACEHOLDERS.some((placeholder) => placeholder === name),
  );
  if (unknown) {
    const meant = nearestKey((unknown[1] ?? '').toLowerCase(), OUTPUT_PLACEHOLDERS);
    return {
      message: `option \`output\` has an unknown placeholder ${JSON.stringify(unknown[0])}`,
      hint: meant === undefined ? `known placeholders: ${known}` : `did you mean \`{${meant}}\`?`,
    };
  }
  if (template.trim() === '' || /[/\\]$/.test(template) || template.includes('\0')) {
    return {
      message: `option \`output\` must name a file, but it is ${JSON.stringify(template)}`,
      hint: 'write for example `output: mesh/{api}.yaml`',
    };
  }
  if (template.includes('\\')) {
    return {
      message: `option \`output\` must have "/" between folders, but it is ${JSON.stringify(template)}`,
      hint: `write \`output: ${template.replaceAll('\\', '/')}\`, which Windows takes too`,
    };
  }
  return undefined;
}

/**
 * The path that `template` means for one profile.
 *
 * @param api the API's name, as `apiName` gives it
 */
export function outputPath(template: string, profile: ServiceProfile, api: string): string {
  const {name, namespace} = profile.metadata;
  // The name begins with the Service's, which is a DNS label and so has no dot.
  const names = {service: name.split('.', 1)[0] ?? '', namespace, api};
  return OUTPUT_PLACEHOLDERS.reduce(
    (path, placeholder) => path.replaceAll(`{${placeholder}}`, () => names[placeholder]),
    template,
  );
}

/**
 * What an API is called in the name of its profile: its name in the configuration, else its description's path seen from
 * the project folder, without extension, so that descriptions in different folders stay apart.
 *
 * @param file the description's path seen from the project folder, with `/`
 */
export function apiName(alias: string | undefined, file: string): string {
  if (alias !== undefined) return alias;
  const stem = file.replace(/\.[^./]+$/, '');
  return leavesFolder(stem) ? (stem.split('/').at(-1) ?? stem) : stem;
}

/** True when a path that is seen from a folder leads out of it, or to the folder itself. */
export function leavesFolder(path: string): boolean {
  return (
    path === '' || path === '..' || path.startsWith('../') || path.startsWith('/') || /^[A-Za-z]:/.test(path)
  );
}
