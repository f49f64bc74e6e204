// The programs that `npm run release` starts and that npm does not install. It imports nothing but Node, because it runs before
// anything is installed or built.
import {accessSync, constants, statSync} from 'node:fs';
import path from 'node:path';

/**
 * One row for each program: its name on PATH, what it is used for, the packages of Debian and Fedora that contain it, and, where it is
 * not always needed, when it is.
 */
export const REQUIRED_TOOLS = [
  {program: 'git', purpose: 'read the time of the commit', debian: 'git', fedora: 'git', when: needsGit},
  {program: 'go', purpose: 'build helm and nfpm (Go 1.21 or newer)', debian: 'golang-go', fedora: 'golang'},
  {program: 'tar', purpose: 'write the .tar.gz archives', debian: 'tar', fedora: 'tar'},
  {
    program: 'libdeflate-gzip',
    purpose: 'compress the .tar.gz archives',
    debian: 'libdeflate-tools',
    fedora: 'libdeflate-utils',
  },
  {program: 'zip', purpose: 'write the .zip archives for Windows', debian: 'zip', fedora: 'zip'},
  {program: 'ar', purpose: 'write the debs', debian: 'binutils', fedora: 'binutils'},
  {program: 'xz', purpose: 'compress the debs', debian: 'xz-utils', fedora: 'xz'},
  {program: 'apt-ftparchive', purpose: 'index the apt repository', debian: 'apt-utils', fedora: 'apt-utils'},
  {
    program: 'createrepo_c',
    purpose: 'index the yum repository',
    debian: 'createrepo-c',
    fedora: 'createrepo_c',
  },
  {program: 'gpg', purpose: 'sign checksums and repositories', debian: 'gpg', fedora: 'gnupg2', when: signs},
  {
    program: 'gpg-agent',
    purpose: 'sign checksums and repositories',
    debian: 'gpg-agent',
    fedora: 'gnupg2',
    when: signs,
  },
];

function needsGit({SOURCE_DATE_EPOCH}) {
  return !SOURCE_DATE_EPOCH;
}

function signs({APIGEN_SIGNING_KEY}) {
  return Boolean(APIGEN_SIGNING_KEY);
}

function isOnPath(program, folders) {
  return folders.some((folder) => {
    const file = path.join(folder, program);
    try {
      accessSync(file, constants.X_OK);
      return statSync(file).isFile();
    } catch {
      return false;
    }
  });
}

/** The rows of the programs that a release needs in this environment and that are not on its PATH. */
export function missingTools(environment) {
  const folders = (environment.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return REQUIRED_TOOLS.filter(
    ({program, when}) => (when === undefined || when(environment)) && !isOnPath(program, folders),
  );
}

const unique = (names) => [...new Set(names)].join(' ');

/** The message about missing programs: each with its purpose, then the commands that install them. */
export function missingToolsMessage(missing) {
  const width = Math.max(...missing.map(({program}) => program.length));
  const count = missing.length === 1 ? 'a program that is' : `${missing.length} programs that are`;
  return [
    `\`npm run release\` needs ${count} not on PATH:`,
    '',
    ...missing.map(({program, purpose}) => `  ${program.padEnd(width)}  to ${purpose}`),
    '',
    'install, then run it again:',
    '',
    `  Debian, Ubuntu  sudo apt-get install ${unique(missing.map(({debian}) => debian))}`,
    `  Fedora          sudo dnf install ${unique(missing.map(({fedora}) => fedora))}`,
    '',
  ].join('\n');
}

/** The message for an operating system that lacks them all: a container has them. */
export function notLinuxMessage(system) {
  const packages = unique(REQUIRED_TOOLS.map(({debian}) => debian));
  return [
    `a release is made on Linux, not on ${system}: apt-ftparchive, createrepo_c and GNU tar are needed`,
    '',
    'make it in a container:',
    '',
    '  docker run --rm -it -v "$PWD:/apigen" -w /apigen node:22-trixie bash',
    `  apt-get update && apt-get install ${packages} && npm run release`,
    '',
  ].join('\n');
}
