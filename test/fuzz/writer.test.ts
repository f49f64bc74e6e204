import {expect} from '@jest/globals';
import {CORE_SCHEMA, load, YAML11_SCHEMA} from 'js-yaml';
import {parse} from 'yaml';
import {generate} from '../../src/core/generate.ts';
import {toYaml} from '../../src/core/yaml.ts';
import {descriptionWith, rightSettings} from './arbitraries.ts';
import {fuzz} from './fuzz.ts';

fuzz('four readers read what is written as it was', descriptionWith(rightSettings), (document) => {
  const {objects} = generate(document, {settings: {'service.name': 'petstore'}});
  const text = toYaml(objects);
  const wanted = objects.map((object) => JSON.stringify(object));
  const back =
    wanted.length === 0
      ? []
      : [
          parse(text),
          parse(text, {version: '1.1'}),
          load(text, {schema: CORE_SCHEMA}),
          load(text, {schema: YAML11_SCHEMA}),
        ];
  expect(back.map((value) => JSON.stringify(value))).toEqual(back.flatMap(() => wanted));
});
