import path from 'node:path';
import {pathToFileURL} from 'node:url';
import type {UserContext} from '@redocly/openapi-core';
import {pointerTokens} from '../../src/core/json.ts';
import {unknownNames} from '../../src/io/redocly-config/unknown-names.ts';
import {readEntry, redoclyDescription} from './description.ts';
import {decoratorOptions, unknownConfigNames} from './project.ts';
import {toReport} from './report.ts';

/**
 * A decorator, and a rule, under each misspelled name in the `redocly.yaml` of a folder. Redocly ignores names that a plugin
 * does not have; under these it runs what reports them, even if nothing else of the plugin is on.
 */
export function misspelledNames(folder: string | undefined): Readonly<Record<string, typeof reporter>> {
  if (folder === undefined) return {};
  const {href: uri} = pathToFileURL(path.join(folder, 'redocly.yaml'));
  const entry = readEntry(uri);
  // Redocly itself reports a configuration that cannot be read; one with another name is not looked for.
  const content = 'content' in entry ? entry.content : undefined;
  const names = unknownNames(content, uri).map(({location}) =>
    pointerTokens(location?.pointer ?? '')
      .at(-1)
      ?.replace('apigen/', ''),
  );
  return Object.fromEntries(names.flatMap((name) => (name === undefined ? [] : [[name, reporter]])));
}

function reporter() {
  return {
    Root(_root: object, ctx: UserContext) {
      // The decorator itself reports them where it is on, as errors if it is strict.
      if (decoratorOptions(ctx)) return;
      const description = redoclyDescription(ctx);
      for (const problem of unknownConfigNames(ctx))
        ctx.report({...toReport(problem, description), forceSeverity: 'warn'});
    },
  };
}
