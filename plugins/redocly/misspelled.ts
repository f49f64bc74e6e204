import path from 'node:path';
import {pathToFileURL} from 'node:url';
import type {UserContext} from '@redocly/openapi-core';
import {readFileUri} from '../../src/io/read/local-file.ts';
import {UnreadableSource} from '../../src/io/read/unreadable-source.ts';
import {redoclyDescription} from './description.ts';
import {optionsOfApi, unknownConfigNames} from './project.ts';
import {toReport} from './report.ts';

/**
 * A decorator, and a rule, under each name that the `redocly.yaml` of a folder may ask of the plugin. Redocly ignores names that
 * a plugin does not have; under these it runs what reports them, even if nothing else of the plugin is on. The file is not
 * parsed, which would take a third of the time of the plugin's start: a name that is used nowhere does no harm.
 */
export function misspelledNames(folder: string | undefined): Readonly<Record<string, typeof reporter>> {
  if (folder === undefined) return {};
  const names = textOf(path.join(folder, 'redocly.yaml')).matchAll(/apigen\/([^\s'"`:,{}[\]]+)/g);
  return Object.fromEntries([...names].map(([, name = '']) => [name, reporter]));
}

/** Redocly itself reports a configuration that cannot be read; one with another name is not looked for. */
function textOf(file: string): string {
  try {
    return readFileUri(pathToFileURL(file).href).toString('utf8');
  } catch (error) {
    if (error instanceof UnreadableSource) return '';
    throw error;
  }
}

function reporter() {
  return {
    Root(_root: object, ctx: UserContext) {
      // The decorator itself reports them where it is on, as errors if it is strict.
      if (optionsOfApi(ctx)) return;
      const description = redoclyDescription(ctx);
      for (const problem of unknownConfigNames(ctx))
        ctx.report({...toReport(problem, description), forceSeverity: 'warn'});
    },
  };
}
