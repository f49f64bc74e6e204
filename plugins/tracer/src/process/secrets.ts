/** Keys of values that messages must not contain; `value` is that of an environment variable. */
const SECRET_KEY = /(password|token|api-?key|headers|^value)$/i;

/** Replacing a shorter text such as `1` would make messages unreadable, and would hide nothing. */
const SHORTEST = 4;

/** The secrets in values for a chart: everything below a key that is usually one. */
export function secretsIn(values: unknown, secret = false): string[] {
  if (typeof values !== 'object' || values === null) {
    const text = String(values ?? '');
    return secret && text.length >= SHORTEST ? [text] : [];
  }
  return Object.entries(values).flatMap(([key, value]) => secretsIn(value, secret || SECRET_KEY.test(key)));
}

/** Replaces secrets by `***`, also where they are quoted. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  // A secret may contain another.
  const longestFirst = [...new Set(forms)].sort((one, other) => other.length - one.length);
  return longestFirst.reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
}
