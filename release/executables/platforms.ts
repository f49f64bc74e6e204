/** A platform with an executable of its own. */
export interface Platform {
  readonly os: 'linux' | 'darwin' | 'windows';
  readonly arch: 'amd64' | 'arm64';
  /** Only for Linux without glibc. */
  readonly libc?: 'musl';
  /** Bun's name for it. */
  readonly target: string;
  /** The npm package with Bun for it, and the integrity of that package in the registry. */
  readonly runtime: {readonly name: string; readonly integrity: string};
}

/** The version of Bun that the integrities below belong to. */
export const BUN_VERSION = '1.4.5';

/** The npm package with Bun's documentation, which has its licence and those of what is linked into it. */
export const BUN_DOCUMENTATION = {
  name: 'bun-types',
  integrity:
    'sha512-ECHn+9dhL3wv0G6u0+7dQvrnaimXiRDxxerYBmhTaLyJEEuvTPWk2Fye3XIf5Y++JIIiHKfQw4Z7V5D8KuiXbg==',
};

/** On amd64 the `-baseline` builds, which also run on processors without AVX2. */
export const PLATFORMS: readonly Platform[] = [
  {
    os: 'linux',
    arch: 'amd64',
    target: 'bun-linux-x64-baseline',
    runtime: {
      name: '@oven/bun-linux-x64-baseline',
      integrity:
        'sha512-s8yMwYcFnnrA178gji0gZbkE2WVDej/Ti1x770oPfihxyRxSMNhGhiAQNXV53aDeraZxksdvKV/RAdQBCd0qPA==',
    },
  },
  {
    os: 'linux',
    arch: 'arm64',
    target: 'bun-linux-arm64',
    runtime: {
      name: '@oven/bun-linux-aarch64',
      integrity:
        'sha512-4BXmsSKnjOrlGWqZV4x/oWa7AVoR+B6lCXddMzOAXBIm3t50eslg9wb66gmtW1AamEQ1l1CDvmmruysEhqOWMg==',
    },
  },
  {
    os: 'linux',
    arch: 'amd64',
    libc: 'musl',
    target: 'bun-linux-x64-musl-baseline',
    runtime: {
      name: '@oven/bun-linux-x64-musl-baseline',
      integrity:
        'sha512-cWJhU8h0+MiUgpSt99sQhjxLIIosKEcKYdtKddohokUvAuN6jKOy7g7+QDTZTXtwHxz93wL3BX+L6wXVPDUH3A==',
    },
  },
  {
    os: 'linux',
    arch: 'arm64',
    libc: 'musl',
    target: 'bun-linux-arm64-musl',
    runtime: {
      name: '@oven/bun-linux-aarch64-musl',
      integrity:
        'sha512-XCNc+WvvMAdNNb+OWTogpy+N9wm62fkVeEVLb6how0RZhW5LPi6c7BlkeVCuWps7XjEl2saFpHFa20/1E+PAHg==',
    },
  },
  {
    os: 'darwin',
    arch: 'amd64',
    target: 'bun-darwin-x64-baseline',
    runtime: {
      name: '@oven/bun-darwin-x64-baseline',
      integrity:
        'sha512-zqfLA5A4B+hYMh5WYzYSot3uZ06FzhdP0OEwQisEzdirYtXGj5cQFlfy31BGfNsAsk1Gd/w/OxJ/jqqJ3cMclw==',
    },
  },
  {
    os: 'darwin',
    arch: 'arm64',
    target: 'bun-darwin-arm64',
    runtime: {
      name: '@oven/bun-darwin-aarch64',
      integrity:
        'sha512-4MIFXHmctH2EhAxLXm2/qxNtv17dFtLJylvaOCsrgq6KSqHTs6eW5YSrJjRbJxYUJaR901fsN8JfZOa+CsWpWQ==',
    },
  },
  {
    os: 'windows',
    arch: 'amd64',
    target: 'bun-windows-x64-baseline',
    runtime: {
      name: '@oven/bun-windows-x64-baseline',
      integrity:
        'sha512-/U3Dc74uGqE6EUqef7mPtg9KwJs7iJH4JHRMfIZIn18MrJh6Xz4gVvWDXRvzCL2j8wPlTnJVyrO4n7Qq4uM7TQ==',
    },
  },
  {
    os: 'windows',
    arch: 'arm64',
    target: 'bun-windows-arm64',
    runtime: {
      name: '@oven/bun-windows-aarch64',
      integrity:
        'sha512-MiPFZnBNDnBXgr1oONc5pizC4fOLjnIOfNkYdFEnWzLmoFTg86naZIG3SvS7d/GglpQSAnCKMAzSjI/TAckiRw==',
    },
  },
];

/** The platform in file names: `linux_amd64`, `linux_arm64_musl`. */
export function platformSuffix({os, arch, libc}: Platform): string {
  return [os, arch, libc].filter(Boolean).join('_');
}

/** The file name of a program's executable on the platform. */
export function executableName(program: string, {os}: Platform): string {
  return os === 'windows' ? `${program}.exe` : program;
}
