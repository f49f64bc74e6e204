import {expect} from '@jest/globals';
import fc from 'fast-check';
import {CORE_SCHEMA, load, YAML11_SCHEMA} from 'js-yaml';
import {parse} from 'yaml';
import {generate} from '../../src/core/generate.ts';
import {toYaml} from '../../src/core/yaml.ts';
import {hostileText} from '../core/openapi-arbitraries.ts';
import {descriptionWith, rightSettings} from './arbitraries.ts';
import {fuzz} from './fuzz.ts';

const annotations = fc.dictionary(fc.constantFrom('a', 'on', '1', 'example.com/b'), hostileText, {
  noNullPrototype: true,
});

fuzz(
  'four readers read what is written as it was',
  fc.tuple(descriptionWith(rightSettings), annotations),
  ([document, given]) => {
    const {objects} = generate(document, {settings: {'service.name': 'petstore', annotations: given}});
    for (const object of objects) {
      const text = toYaml([object]);
      const back = [
        parse(text),
        parse(text, {version: '1.1'}),
        load(text, {schema: CORE_SCHEMA}),
        load(text, {schema: YAML11_SCHEMA}),
      ];
      const wanted = JSON.stringify(object);
      expect(back.map((value) => JSON.stringify(value))).toEqual(back.map(() => wanted));
    }
  },
);
