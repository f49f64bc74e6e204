import {describe, expect, it} from '@jest/globals';
import {Ajv} from 'ajv';
import {descriptionSchema} from '../../../src/core/openapi/description-schema.ts';
import {descriptionWith, nameOf, SETTING_CASES} from '../../rulesets/wrong-settings.ts';

/** Tests do not use the network: in place of the published schemas, these accept any map. */
const published = JSON.stringify(descriptionSchema()).match(/"https:\/\/(spec|json)\.[^"]+"/g) ?? [];

const ajv = new Ajv({strict: false});
for (const id of published) ajv.addSchema({$id: JSON.parse(id), type: 'object'});
const validate = ajv.compile(descriptionSchema());

describe('the schema of a description', () => {
  it.each(SETTING_CASES.map((given) => ({given, name: nameOf(given)})))('$name', ({given}) => {
    expect(validate(JSON.parse(descriptionWith(given)))).toBe(given.want === undefined);
  });

  it.each([
    {openapi: '3.2.0', paths: {'/a': {query: {'x-apigen': {disabled: 1}}}}},
    {openapi: '3.2.0', paths: {'/a': {additionalOperations: {LINK: {'x-apigen': {disabled: 1}}}}}},
    {openapi: '3.1.0', components: {pathItems: {a: {'x-apigen': {disabled: 1}}}}},
    {swagger: '2.0', paths: {'/a': {'x-apigen': {disabled: 1}}}},
  ])('refuses $paths $components', (description) => {
    expect(validate(description)).toBe(false);
  });

  it.each([
    {field: 'swagger', version: '2.0'},
    {field: 'openapi', version: '3.0.4'},
    {field: 'openapi', version: '3.1.1'},
  ])('applies the published schema of $field $version', ({field, version}) => {
    const strict = new Ajv({strict: false});
    for (const id of published) strict.addSchema({$id: JSON.parse(id), required: ['published']});
    expect(strict.compile(descriptionSchema())({[field]: version, paths: {}})).toBe(false);
  });
});
