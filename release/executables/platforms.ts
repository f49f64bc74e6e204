/** The version of Bun that the integrities below belong to. */
export const BUN_VERSION = '1.4.5';

/** The integrity of the npm package `bun-types`: Bun's documentation, with the licences of what is linked into Bun. */
export const BUN_TYPES =
  'sha512-ECHn+9dhL3wv0G6u0+7dQvrnaimXiRDxxerYBmhTaLyJEEuvTPWk2Fye3XIf5Y++JIIiHKfQw4Z7V5D8KuiXbg==';

/** The integrities of the npm packages with Bun, `@oven/bun-<build>`. The `-baseline` builds also run on processors without AVX2. */
const BUILDS = {
  'linux-x64-baseline':
    'sha512-s8yMwYcFnnrA178gji0gZbkE2WVDej/Ti1x770oPfihxyRxSMNhGhiAQNXV53aDeraZxksdvKV/RAdQBCd0qPA==',
  'linux-aarch64':
    'sha512-4BXmsSKnjOrlGWqZV4x/oWa7AVoR+B6lCXddMzOAXBIm3t50eslg9wb66gmtW1AamEQ1l1CDvmmruysEhqOWMg==',
  'linux-x64-musl-baseline':
    'sha512-cWJhU8h0+MiUgpSt99sQhjxLIIosKEcKYdtKddohokUvAuN6jKOy7g7+QDTZTXtwHxz93wL3BX+L6wXVPDUH3A==',
  'linux-aarch64-musl':
    'sha512-XCNc+WvvMAdNNb+OWTogpy+N9wm62fkVeEVLb6how0RZhW5LPi6c7BlkeVCuWps7XjEl2saFpHFa20/1E+PAHg==',
  'darwin-x64-baseline':
    'sha512-zqfLA5A4B+hYMh5WYzYSot3uZ06FzhdP0OEwQisEzdirYtXGj5cQFlfy31BGfNsAsk1Gd/w/OxJ/jqqJ3cMclw==',
  'darwin-aarch64':
    'sha512-4MIFXHmctH2EhAxLXm2/qxNtv17dFtLJylvaOCsrgq6KSqHTs6eW5YSrJjRbJxYUJaR901fsN8JfZOa+CsWpWQ==',
  'windows-x64-baseline':
    'sha512-/U3Dc74uGqE6EUqef7mPtg9KwJs7iJH4JHRMfIZIn18MrJh6Xz4gVvWDXRvzCL2j8wPlTnJVyrO4n7Qq4uM7TQ==',
  'windows-aarch64':
    'sha512-MiPFZnBNDnBXgr1oONc5pizC4fOLjnIOfNkYdFEnWzLmoFTg86naZIG3SvS7d/GglpQSAnCKMAzSjI/TAckiRw==',
};

/** A platform with an executable of its own. */
export interface Platform {
  readonly os: string;
  readonly arch: 'amd64' | 'arm64';
  /** Only for Linux without glibc. */
  readonly libc?: 'musl' | undefined;
  /** Bun's name of its build. */
  readonly build: string;
  readonly integrity: string;
}

export const PLATFORMS: readonly Platform[] = Object.entries(BUILDS).map(([build, integrity]) => {
  const [os = '', processor] = build.split('-');
  const libc = build.includes('musl') ? 'musl' : undefined;
  return {os, arch: processor === 'x64' ? 'amd64' : 'arm64', libc, build, integrity};
});

/** The platform in file names: `linux_amd64`, `linux_arm64_musl`. */
export function platformSuffix({os, arch, libc}: Platform): string {
  return [os, arch, libc].filter(Boolean).join('_');
}

/** The file name of a program's executable on the platform. */
export function executableName(program: string, {os}: Platform): string {
  return os === 'windows' ? `${program}.exe` : program;
}
