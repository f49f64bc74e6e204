import {EXTENSION} from './extension.ts';
import {FORMATS, settingRule} from './setting-value.ts';
import {SCOPES, type Scope, type Setting, settingsIn} from './settings.ts';

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = {readonly [keyword: string]: unknown};

export const SETTINGS_SCHEMA_ID = 'https://unpkg.com/apigen/schema.json';

/**
 * The JSON Schema of `x-apigen`: the root's settings, and as definitions those of a path item and of an operation. It
 * refuses unknown keys; `null` means "not set" everywhere, as for the generator. `errorMessage` is what editors show.
 *
 * Source: the settings table; JSON Schema draft 2020-12.
 */
export function settingsSchema(): JsonSchema {
  const definitions = Object.fromEntries(SCOPES.map((scope) => [scope, scopeSchema(scope)]));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: SETTINGS_SCHEMA_ID,
    title: `${EXTENSION} of an OpenAPI description`,
    $ref: '#/$defs/root',
    $defs: definitions,
  };
}

function scopeSchema(scope: Scope): JsonSchema {
  const titles: Readonly<Record<Scope, string>> = {
    root: 'the root',
    path: 'a path item',
    operation: 'an operation',
  };
  return {title: `${EXTENSION} at ${titles[scope]}`, ...groupSchema(settingsIn(scope), '')};
}

function groupSchema(settings: readonly Setting[], prefix: string): JsonSchema {
  const names = [...new Set(settings.map(({key}) => key.slice(prefix.length).split('.', 1)[0] ?? ''))];
  const properties = names.map((name) => {
    const key = `${prefix}${name}`;
    const setting = settings.find((candidate) => candidate.key === key);
    const within = settings.filter((candidate) => candidate.key.startsWith(`${key}.`));
    return [name, setting ? settingSchema(setting) : groupSchema(within, `${key}.`)];
  });
  return {type: ['object', 'null'], properties: Object.fromEntries(properties), additionalProperties: false};
}

function settingSchema(setting: Setting): JsonSchema {
  const common = {
    description: setting.summary,
    ...(setting.default === undefined ? {} : {default: setting.default}),
    examples: [setting.example],
    errorMessage: settingRule(setting),
  };
  if (setting.type === 'boolean') return {type: ['boolean', 'null'], ...common};
  if (setting.type !== 'string') {
    return {type: ['integer', 'null'], minimum: setting.minimum, maximum: setting.maximum, ...common};
  }
  const {pattern, maxLength} = FORMATS[setting.format];
  return {type: ['string', 'null'], pattern, ...(maxLength === undefined ? {} : {maxLength}), ...common};
}
