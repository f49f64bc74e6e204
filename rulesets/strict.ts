import {rulesetOf} from './ruleset.ts';

/** The ruleset of `extends: ["apigen/spectral/strict"]`: warnings are errors, hints stay hints. */
export default rulesetOf({strict: true});
