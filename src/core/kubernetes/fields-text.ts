import {compareCodePoints} from '../base/code-point-order.ts';
import {isMap} from '../base/json.ts';

/** Fields on one line, sorted as the API server does: `retry.codes 500 502, timeouts.request 10s`. */
export function fieldsText(fields: object): string {
  const texts = Object.entries(fields).flatMap(([key, value]) => fieldTexts(key, value));
  return texts.length === 0 ? 'no settings' : texts.sort(compareCodePoints).join(', ');
}

function fieldTexts(key: string, value: unknown): string[] {
  if (Array.isArray(value)) return [`${key} ${value.map(valueText).join(' ')}`];
  if (isMap(value))
    return Object.entries(value).flatMap(([name, inner]) => fieldTexts(`${key}.${name}`, inner));
  return [`${key} ${valueText(value)}`];
}

function valueText(value: unknown): string {
  if (typeof value !== 'object') return String(value);
  return JSON.stringify(value, (_, part) =>
    isMap(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => compareCodePoints(a, b))) : part,
  );
}
