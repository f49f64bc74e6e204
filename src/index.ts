export {descriptionSchema} from './core/description-schema.ts';
export type {DocumentEntry, Documents, UnreadableDocument} from './core/documents.ts';
export {EXTENSION, type ExtensionReading, readExtension} from './core/extension.ts';
export {type Generated, type GenerateOptions, generateServiceProfile} from './core/generate.ts';
export {type Finding, type LintOptions, lintDescription} from './core/lint.ts';
export {MISPLACES} from './core/misplaced-extension.ts';
export {HTTP_METHODS, OPENAPI_VERSIONS, type OpenapiVersion} from './core/openapi.ts';
export {
  hasErrors,
  type Location,
  type Position,
  PROBLEM_CODES,
  type Problem,
  type ProblemCode,
  type Severity,
} from './core/problem.ts';
export {OUTPUT_FORMATS, type OutputFormat, render, renderJson, renderYaml} from './core/render.ts';
export {RULES, type Rule, type RuleCode, type RuleSeverity, rulePage} from './core/rules.ts';
export {API_VERSIONS, type ApiVersion, type Route, type ServiceProfile} from './core/service-profile.ts';
export {
  type FlagKey,
  type FlagValues,
  SCOPES,
  type Scope,
  SETTINGS,
  type Setting,
  type SettingKey,
  type SettingValues,
} from './core/settings.ts';
export {settingsSchema} from './core/settings-schema.ts';
