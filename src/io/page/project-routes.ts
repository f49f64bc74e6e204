import path from 'node:path';
import {routeTable} from '../../core/routes/route-table.ts';
import {atOption, readDecoratorOptions} from '../../core/run/decorator-options.ts';
import type {ReadOptions} from '../read/read-description.ts';
import {RemoteTime} from '../read/read-limits.ts';
import {type ReadApi, readApi} from '../redocly-config/read-api.ts';
import {type ProjectChoice, readProject} from '../redocly-config/read-project.ts';
import {documentNames} from '../report/report.ts';
import type {ApiRoutes, PageInput} from './page-input.ts';
import {titleOf} from './page-input.ts';

/** Reads the routes of the APIs of a configuration file, with the options of the decorator for each. */
export async function readProjectRoutes(
  request: ProjectChoice & ReadOptions,
  folder: string,
): Promise<PageInput> {
  const read = await readProject(request, folder);
  if ('problems' in read) return {apis: [], skipped: [], ...read};
  const nameOf = documentNames(path.resolve(folder, request.config), folder);
  const shown = (uri: string) => {
    const name = nameOf(uri);
    return path.isAbsolute(name) ? path.relative(folder, name) : name;
  };
  const run = {...request, remoteTime: new RemoteTime()};
  const apis: ApiRoutes[] = [];
  const skipped: string[] = [];
  for (const api of read.apis) {
    const reading = await readApi(api, read.project, run);
    if (reading.skipped === undefined) apis.push(toRoutes(reading, shown));
    else skipped.push(`${reading.name}: ${reading.skipped}`);
  }
  return {apis, skipped, problems: [], texts: new Map()};
}

function toRoutes({name, texts, problems, found}: ReadApi, nameOf: (uri: string) => string): ApiRoutes {
  const api = {source: name, title: name, places: {texts, nameOf}};
  if (found === undefined) return {...api, routes: [], problems};
  const {description, given, givenAt} = found;
  const title = titleOf(description.document) ?? name;
  const {options, problems: wrong} = readDecoratorOptions(given, givenAt);
  if (wrong.length > 0) return {...api, title, routes: [], problems: wrong};
  const {settings, run} = options;
  const {document} = description;
  const table = routeTable(document, {...run, settings, ...description});
  const located = <F extends {readonly flag?: string}>(one: F) => atOption(one, given, givenAt);
  return {
    ...api,
    ...table,
    title,
    problems: table.problems.map(located),
    routes: table.routes.map((route) => ({
      ...route,
      problems: route.problems.map(located),
      values: route.values.map(({place, ...value}) => (place ? {...value, place: located(place)} : value)),
    })),
  };
}
