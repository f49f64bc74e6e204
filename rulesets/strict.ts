import {rulesetOf} from './ruleset.ts';

/** The ruleset of `extends: ["@apigen/cli/spectral/strict"]`: warnings are errors, notes stay notes. */
export default rulesetOf({strict: true});
