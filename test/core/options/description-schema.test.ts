import {expect, test} from '@jest/globals';
import {Ajv} from 'ajv';
import {descriptionSchema} from '../../../src/core/options/description-schema.ts';

/** Tests do not use the network: in place of the published schemas, these ask for a title. */
const ajv = new Ajv({strict: false});
for (const id of JSON.stringify(descriptionSchema()).match(/"https:\/\/(spec|json)\.[^"]+"/g) ?? [])
  ajv.addSchema({$id: JSON.parse(id), required: ['info']});
const validate = ajv.compile(descriptionSchema());

const info = {};
const wrong = {'x-apigen': {disabled: 1}};

test.each([
  {description: {swagger: '2.0', info, paths: {'/a': {'x-apigen': {disabled: true}}}}, want: true},
  {description: {openapi: '3.1.1', info, 'x-apigen': null, 'x-b': wrong}, want: true},
  {description: {openapi: '3.1.1', info, ...wrong}, want: false},
  {description: {swagger: '2.0', info, paths: {'/a': wrong}}, want: false},
  {description: {openapi: '3.2.0', paths: {'/a': {query: wrong}}}, want: false},
  {description: {openapi: '3.2.0', paths: {'/a': {additionalOperations: {LINK: wrong}}}}, want: false},
  {description: {openapi: '3.1.0', info, components: {pathItems: {a: wrong}}}, want: false},
  // Not by the published schema of the version.
  ...[{swagger: '2.0'}, {openapi: '3.0.4'}, {openapi: '3.1.1'}].map((description) => ({
    description,
    want: false,
  })),
])('the schema accepts $description: $want', ({description, want}) => {
  expect(validate(description)).toBe(want);
});
