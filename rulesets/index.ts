import {rulesetOf} from './ruleset.ts';

/** The ruleset of `extends: ["@apigen/cli/spectral"]`. */
export default rulesetOf({strict: false});
