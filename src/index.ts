export {
  type Finding,
  hasErrors,
  hintOf,
  type Location,
  type Position,
  type Problem,
  type Severity,
} from './core/base/problem.ts';
export {type Generated, type GenerateOptions, generate} from './core/generate/generate.ts';
export {generateMerged, type PartToMerge} from './core/generate/generate-merged.ts';
export {LINT_RULES, type LintOptions, type LintProblem, lintDescription} from './core/generate/lint.ts';
export {OBJECT_KINDS} from './core/generate/object-kinds.ts';
export {RULES} from './core/generate/rule-list.ts';
export {firstReading, GATEWAY_API, MESH_VERSIONS, ROUTE_FIELDS} from './core/mesh-versions.ts';
export type {DocumentEntry, Documents, LookUp, UnreadableDocument} from './core/openapi/documents.ts';
export {descriptionSchema} from './core/options/description-schema.ts';
export {meshRoutesSchema, SPEC_OPTIONS} from './core/options/mesh-routes.ts';
export {RUN_OPTIONS, type RunOption} from './core/options/options.ts';
export {type OutputFormat, render} from './core/options/output-format.ts';
export type {Rule} from './core/rules/rule.ts';
export {rulePage} from './core/rules/rule.ts';
export {settingsSchema} from './core/settings/json-schema.ts';
export {
  EXTENSION,
  type FlagKey,
  type FlagValues,
  SCOPES,
  type Scope,
  SETTINGS,
  type Setting,
  type SettingKey,
  type SettingValues,
} from './core/settings/table.ts';
export {TARGETS, targetsUsing} from './core/targets/index.ts';
export type {KubernetesObject} from './core/targets/target.ts';
