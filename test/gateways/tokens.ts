import {createSign, generateKeyPairSync} from 'node:crypto';
import type {KubernetesObject} from '../../src/core/targets/target.ts';

/** Who a token says that it is for, and what it may do. */
export interface Claims {
  readonly iss?: string;
  readonly aud?: string | readonly string[];
  readonly scope?: string | readonly string[];
  readonly scp?: string | readonly string[];
  readonly exp?: number | string;
  readonly nbf?: number;
}

const HOUR = 3600;
const now = Math.floor(Date.now() / 1000);
const [right, wrong] = [0, 1].map(() => generateKeyPairSync('rsa', {modulusLength: 2048}));

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token of RFC 7519 with a key that policies know, or with another one. */
export function tokenWith(claims: Claims, isOfKnownKey = true): string {
  const {privateKey} = (isOfKnownKey ? right : wrong) ?? {};
  const text = `${encoded({alg: 'RS256', typ: 'JWT', kid: 'a'})}.${encoded({exp: now + HOUR, ...claims})}`;
  return `${text}.${createSign('RSA-SHA256')
    .update(text)
    .sign(privateKey ?? '', 'base64url')}`;
}

/** Instants. */
export const [PAST, TOMORROW] = [now - HOUR, now + 24 * HOUR] as const;

/** The keys of tokens, in objects that would fetch them. */
export function withKeys(objects: readonly KubernetesObject[]): KubernetesObject[] {
  const keys = JSON.stringify({
    keys: [{...right?.publicKey.export({format: 'jwk'}), kid: 'a', alg: 'RS256', use: 'sig'}],
  });
  const local = JSON.stringify({type: 'Inline', inline: keys});
  return JSON.parse(
    JSON.stringify(objects)
      .replaceAll(/"remoteJWKS":\{[^}]*\}/g, () => `"localJWKS":${local}`)
      .replaceAll(/"jwksUri":"[^"]*"/g, () => `"jwks":${JSON.stringify(keys)}`),
  );
}
