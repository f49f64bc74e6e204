import {existsSync} from 'node:fs';

/** Where each way of installing puts a program, and the command that updates it. The first that matches is used. */
const WAYS: readonly (readonly [folder: RegExp, command: (program: string) => string])[] = [
  [/\/Cellar\//, (program) => `brew upgrade ${program}`],
  [/\/_npx\//, () => 'npx @apigen/cli@latest'],
  [/\/(lib|npm)\/node_modules\//, () => 'npm install --global @apigen/cli@latest'],
  [/\/node_modules\//, () => 'npm install @apigen/cli@latest'],
  [/^\/usr\/bin$/, packageCommand],
];

function packageCommand(program: string): string {
  return existsSync('/usr/bin/apt-get')
    ? `sudo apt-get update && sudo apt-get install ${program}`
    : `sudo dnf upgrade --refresh ${program}`;
}

/**
 * How to update a program, as docs/install.md has it: an imperative.
 *
 * @param root the folder of the npm package or of the executable, without symbolic links
 */
export function updateHint(program: string, root: string, isExecutable: boolean): string {
  const folder = root.replaceAll('\\', '/');
  const command = WAYS.find(([place]) => place.test(folder))?.[1](program);
  if (command !== undefined) return `to update ${program}, run \`${command}\``;
  if (!isExecutable) return `to update ${program}, run \`git pull\` and \`npm install\` in ${root}`;
  const [install, dir, preview] = installer(program, root);
  return `to update ${program}, run \`${install} ${dir} ${shown(root)}\`; with \`${preview}\` it prints what it would do`;
}

/** What installs an executable, with its options for the folder and for a preview. */
function installer(
  program: string,
  root: string,
): readonly [command: string, folder: string, preview: string] {
  if (program !== 'apigen') return [`${program} client install`, '--dir', '--dry-run'];
  if (/^[A-Za-z]:/.test(root)) return ['install-cli.ps1 -Program apigen', '-Dir', '-DryRun'];
  return ['install-cli.sh --program apigen', '--dir', '--dry-run'];
}

/** A path as a word of the shells. */
const shown = (folder: string) => (/^[\w/.:\\~+-]+$/.test(folder) ? folder : `'${folder}'`);
