import type {Problem} from '../problem.ts';
import {OVERLAY_CODE} from './overlay-code.ts';

/** True for a problem of an overlay itself, such as an action that matches nothing. */
export function isOfOverlay({code}: Problem): boolean {
  return code === OVERLAY_CODE;
}

/**
 * The problems of overlays that several descriptions share: those that all descriptions have, each once. What does not fit one of
 * them may fit another.
 *
 * @param found the problems of each description to which the overlays were applied
 */
export function problemsOfAll(found: readonly (readonly Problem[])[]): readonly Problem[] {
  const [first = new Map<string, Problem>(), ...others] = found.map(
    (problems) => new Map(problems.filter(isOfOverlay).map((problem) => [idOf(problem), problem])),
  );
  return [...first].flatMap(([id, problem]) => (others.every((one) => one.has(id)) ? [problem] : []));
}

function idOf({message, location}: Problem): string {
  return JSON.stringify([message, location]);
}
