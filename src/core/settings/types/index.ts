export * from './clients.ts';
export * from './durations.ts';
export * from './lists.ts';
export * from './map-of-strings.ts';
export * from './numbers.ts';
export * from './security-schemes.ts';
export * from './text.ts';
export * from './value-type.ts';
