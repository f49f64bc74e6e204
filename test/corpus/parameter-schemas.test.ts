import {execFileSync, spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, expect, it} from '@jest/globals';
import {Ajv} from 'ajv';
import formats from 'ajv-formats';
import fc from 'fast-check';
import {isMap, type JsonMap, valueAt} from '../../src/core/base/json.ts';
import {parameterPattern} from '../../src/core/routes/parameter-pattern.ts';
import {pathRegex} from '../../src/core/routes/path-regex.ts';
import {folderWith} from '../temporary-folder.ts';
import {outcomesOf} from './outcomes.ts';
import {CORPORA, corpusFolder, descriptionsIn} from './packages.ts';

const MINUTES = 60_000;

let files: string[] = [];
let refused: string[] = [];
/** Those that have more than `[^/]*` for a parameter. */
let expressions: string[] = [];

beforeAll(async () => {
  const folders = await Promise.all(CORPORA.map(corpusFolder));
  files = folders.flatMap(descriptionsIn);
  const outcomes = await outcomesOf(files, {'service.name': 'corpus', 'path.parameters': 'schema'});
  const withoutRoutes = outcomes.filter(({routes}) => routes === undefined).map(({file}) => file);
  const otherwise = await outcomesOf(withoutRoutes, {'service.name': 'corpus'});
  refused = otherwise.filter(({routes}) => routes !== undefined).map(({file}) => file);
  const all = new Set(outcomes.flatMap(({routes = []}) => routes.map(([, regex]) => regex)));
  expressions = [...all].filter((regex) => /[[(*+?]/.test(regex.replaceAll('[^/]*', '')));
}, 10 * MINUTES);

it('refuses no description that it takes otherwise', () => {
  expect(refused).toEqual([]);
});

const MAIN_GO = `package main

import (
	"bufio"
	"fmt"
	"os"
	"regexp"
)

func main() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		if _, err := regexp.Compile(lines.Text()); err != nil {
			fmt.Println(err)
		}
	}
}
`;

it(
  'writes expressions that RE2 takes',
  () => {
    const program = path.join(folderWith({'main.go': MAIN_GO}), 'main.go');
    const errors = execFileSync('go', ['run', program], {input: expressions.join('\n')});
    expect(errors.toString()).toBe('');
  },
  MINUTES,
);

// Few at once: an engine has a limit for the size of all of them.
it.each([
  {engine: 'the regex crate of Rust', flags: []},
  {engine: 'PCRE2', flags: ['-P']},
])(
  'writes expressions that $engine takes',
  ({flags}) => {
    const groups = Array.from({length: Math.ceil(expressions.length / 20)}, (_, index) =>
      expressions.slice(index * 20, (index + 1) * 20),
    );
    const errors = groups.map((group) => {
      const {status, stderr} = spawnSync('rg', [...flags, '-q', '-f', '-', '/dev/null'], {
        input: group.join('\n'),
      });
      return status === 1 ? '' : String(stderr);
    });
    expect(errors.join('')).toBe('');
  },
  2 * MINUTES,
);

/** The schemas of path parameters in a part of a document, as text. */
function* schemasIn(value: unknown, document: unknown): Generator<string> {
  if (isMap(value) && value.in === 'path') yield JSON.stringify(schemaOf(value, document));
  for (const part of Object.values(isMap(value) ? value : {})) yield* schemasIn(part, document);
  if (Array.isArray(value)) for (const item of value) yield* schemasIn(item, document);
}

function schemaOf(parameter: JsonMap, document: unknown): JsonMap {
  const schema = isMap(parameter.schema) ? parameter.schema : parameter;
  const target = typeof schema.$ref === 'string' ? valueAt(document, schema.$ref.slice(1)) : schema;
  const {type, format, pattern, enum: choices} = isMap(target) ? target : {};
  return {type, format, pattern, enum: choices};
}

/** Random values of a schema without `enum`; none where a route takes any segment. */
function valuesOf({type, format, pattern}: JsonMap): fc.Arbitrary<unknown> | undefined {
  if (type === 'integer') return fc.maxSafeInteger();
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern));
  if (format === 'uuid') return fc.uuid();
  const days = fc.date({min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true});
  return format === 'date' ? days.map((day) => day.toISOString().slice(0, 10)) : undefined;
}

it(
  'matches random values that a validator takes for each schema',
  () => {
    const schemas = new Set<string>();
    for (const file of files) {
      const document: unknown = JSON.parse(readFileSync(file, 'utf8'));
      for (const schema of schemasIn(document, document)) schemas.add(schema);
    }
    const ajv = new Ajv({strict: false, logger: false, unicodeRegExp: false});
    formats.default(ajv);
    const missed: unknown[] = [];
    const withoutValues: string[] = [];
    for (const text of schemas) {
      const schema = JSON.parse(text);
      const expression = parameterPattern({...schema, choices: schema.enum?.map(String)}).text;
      if (expression === undefined) continue;
      const regex = new RegExp(`^(?:${pathRegex('', `/${expression}`)})$`);
      const isValid = (value: unknown) => ajv.validate(schema, value) === true;
      try {
        const random = schema.enum ? undefined : valuesOf(schema);
        const values: unknown[] = random
          ? fc.sample(random.filter(isValid), {numRuns: 20, seed: 1})
          : (schema.enum ?? []);
        for (const value of values.filter(isValid))
          if (!regex.test(`/${encodeURIComponent(String(value))}`)) missed.push({text, value});
      } catch {
        withoutValues.push(text);
      }
    }
    // fast-check does not read `[\w-\.]`.
    expect({missed, withoutValues}).toEqual({
      missed: [],
      withoutValues: [expect.stringContaining('[\\\\w-')],
    });
  },
  5 * MINUTES,
);
