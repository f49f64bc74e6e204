import {describe, expect, test} from '@jest/globals';
import {parse} from 'yaml';
import {goldenCases} from '../../../golden-cases.ts';
import {profileFaults} from '../../../meshes/profile-validator.ts';

const PROFILES = goldenCases().flatMap(({name, want}) =>
  want && /\bkind"?: "?ServiceProfile\b/.test(want.stdout) ? [{name, text: want.stdout}] : [],
);

describe("Linkerd's validator accepts the ServiceProfile of a golden case", () => {
  test.each(PROFILES)('$name', ({text}) => {
    expect(profileFaults(parse(text, {schema: 'yaml-1.1'}))).toEqual([]);
  });
});
