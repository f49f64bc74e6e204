import path from 'node:path';
import {hasErrors, outputError, type Problem} from '../../../core/base/problem.ts';
import {counted} from '../../../core/base/quote.ts';
import {toYaml} from '../../../core/kubernetes/yaml.ts';
import {testDefinitions} from '../../../core/trace-tests/test-definitions.ts';
import {withPositions} from '../../print/problems.ts';
import {TESTS_HEAD} from '../../write/output.ts';
import {allDocuments, type Loaded} from '../load/load-description.ts';
import type {RunOfOne, WrittenOutput} from './generate-loaded.ts';
import {tableProblems, toRoutes} from './read-apis.ts';

/** The tests of a description, with what they lack; `apigen routes` prints the warnings of its routes. */
export async function generateTests(loaded: Loaded, {tests: methods = []}: RunOfOne): Promise<WrittenOutput> {
  const {source, name, uri, parts, texts, options, configured, skipped} = loaded;
  const table = await toRoutes(loaded);
  const {warn} = console;
  // openapi-sampler warns of some schemas, and has no option against that.
  console.warn = () => undefined;
  const owner = configured || loaded.service ? source : undefined;
  const {definitions, problems: lacking} = testDefinitions(table, parts, methods, owner);
  console.warn = warn;
  const errors = tableProblems(table).filter((problem) => hasErrors([problem]));
  const isEmpty = definitions.length === 0 && !skipped && !options.allowEmpty && errors.length === 0;
  const problems = [...errors, ...lacking, ...(isEmpty ? [noTests(table.routes.length, methods, uri)] : [])];
  const hasOutput = skipped === undefined && !hasErrors(problems);
  const service = table.output?.input.settings.get('service.name');
  return {
    source,
    name,
    uri,
    documents: allDocuments(loaded),
    // Two versions of an API may have the same Service.
    service: configured ? source : (service ?? path.parse(source).name),
    problems: withPositions(problems, texts),
    ...(hasOutput && {text: TESTS_HEAD + toYaml(definitions)}),
    ...(skipped !== undefined && {skipped}),
    ...(loaded.service && {servedBy: loaded.service}),
  };
}

function noTests(routes: number, methods: readonly string[], uri: string): Problem {
  const message = `no operation to test: of ${counted(routes, 'route')} none has the method ${methods.join(' or ')} without \`test.disabled\``;
  const hint = 'name more `--methods` if their requests may be sent, or use `--allow-empty`';
  return outputError(message, hint, {location: {uri, pointer: '/paths', at: 'key'}});
}
