import {type Finding, nestedLocation} from '../base/problem.ts';
import {givenValues} from '../settings/precedence.ts';
import {TIMEOUT} from '../settings/table.ts';
import type {Rule} from './rule.ts';

/** Finds timeouts of path items and operations that equal the one that would apply without them, wherever they are used. */
export const redundantTimeout = {
  code: 'redundant-timeout',
  severity: 'note',
  summary: 'A timeout differs from the one that would apply without it',
  check({description, settings}) {
    // One place serves several routes: a path item's methods, and every path that refers to it. `undefined` where one of them needs it.
    const findings = new Map<string, Finding | undefined>();
    for (const operation of description.operations) {
      if (!(operation.settings.extension ?? operation.pathItem.settings.extension)) continue;
      // Another run may have another flag or be for another Service, which are stronger than the root.
      const levels = settings.levels(operation);
      const timeouts = givenValues(TIMEOUT, {...levels, service: undefined, flag: undefined});
      const flag = givenValues(TIMEOUT, {service: levels.service, flag: levels.flag})[0]?.value;
      for (const [index, {key, written, level, value}] of timeouts.entries()) {
        const {settings: at} = level === 'path' ? operation.pathItem : operation;
        const extension = level === 'operation' || level === 'path' ? at.extension : undefined;
        if (extension === undefined) continue;
        const place = `${extension.uri}#${extension.pointer}`;
        const weaker = timeouts[index + 1];
        const isOverridden = flag !== undefined && flag !== value && weaker?.level !== 'path';
        const isNeeded =
          weaker?.value !== value || isOverridden || (findings.has(place) && !findings.get(place));
        const finding = {
          message: `redundant \`${key}\` ${written}: the same value is set ${weaker?.where}`,
          hint: 'remove it',
          setting: key,
          location: nestedLocation(extension, key),
        };
        findings.set(place, isNeeded ? undefined : finding);
      }
    }
    return [...findings.values()].filter((finding) => finding !== undefined);
  },
} satisfies Rule;
