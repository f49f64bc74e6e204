/** A package whose code is in a bundle; `license` is an SPDX expression, `texts` are its licence files. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly texts: readonly string[];
}

/**
 * Returns the packages whose files are in bundles, sorted by name and version. `inputs` are the keys of `inputs` in esbuild's metafiles:
 * paths relative to `root`. Throws if a package has no licence file.
 */
export function bundledPackages(inputs: readonly string[], root: string): BundledPackage[];

/** Returns the text of the notices: for each package its name, version, licence and the licence's text. */
export function thirdPartyNotices(packages: readonly BundledPackage[]): string;
