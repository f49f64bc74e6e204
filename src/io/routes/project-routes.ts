import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {routeTable} from '../../core/routes/route-table.ts';
import {atOption, readDecoratorOptions} from '../../core/run/decorator-options.ts';
import type {DocumentText} from '../read/parse-document.ts';
import type {ReadOptions} from '../read/read-description.ts';
import {RemoteTime} from '../read/read-limits.ts';
import {type ReadApi, readApi} from '../redocly-config/read-api.ts';
import {type ProjectChoice, readProject} from '../redocly-config/read-project.ts';
import {documentNames} from '../report/report.ts';
import {type ApiRoutes, type ReadApis, titleOf} from './api-routes.ts';

/** Reads the routes of the APIs of a configuration file, with the options of the decorator for each. */
export async function readProjectRoutes(
  request: ProjectChoice & ReadOptions,
  folder: string,
): Promise<ReadApis> {
  const named = documentNames(path.resolve(folder, request.config), folder);
  const nameOf = (uri: string) => {
    const name = named(uri);
    return path.isAbsolute(name) ? path.relative(folder, name) : name;
  };
  const read = await readProject(request, folder);
  if ('problems' in read) {
    const {problems, texts, status} = read;
    return {apis: [], skipped: [], problems, places: {texts, nameOf}, status};
  }
  const run = {...request, remoteTime: new RemoteTime()};
  const {file, text: configText} = read.project;
  const texts = new Map<string, DocumentText>([[pathToFileURL(file).href, configText]]);
  const apis: ApiRoutes[] = [];
  const skipped: string[] = [];
  for (const api of read.apis) {
    const reading = await readApi(api, read.project, run);
    for (const [uri, text] of reading.texts) texts.set(uri, text);
    if (reading.skipped === undefined) apis.push(toRoutes(reading));
    else skipped.push(`${reading.name}: ${reading.skipped}`);
  }
  return {apis, skipped, problems: [], places: {texts, nameOf}};
}

function toRoutes({name, problems, found}: ReadApi): ApiRoutes {
  const api = {source: name, title: name};
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
