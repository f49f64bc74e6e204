import {rulesetOf} from './ruleset.ts';

/** The ruleset of `extends: ["apigen/spectral"]`. */
export default rulesetOf({strict: false});
