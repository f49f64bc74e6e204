import {type Scope, scopeOptions} from '../cluster/programs.ts';
import {TracerError} from '../errors.ts';

/** Another helm changes the release: ours changed nothing, so there is nothing to diagnose or to remove. */
export class OtherInstallation extends TracerError {}

/** helm's errors when another helm started after the checks, for example while the user was asked. */
const MEANWHILE =
  /another operation \(install\/upgrade\/rollback\) is in progress|release: already exists|cannot re-use a name that is still in use/;

/** helm's error for an object that something else created. */
const NOT_OURS = /([A-Za-z]+) "([^"]+)" in namespace "[^"]*" exists and cannot be imported/;

/** The template position in the chart's own errors, which does not help the user. */
const POSITION = /execution error at \([^)]*\): /;

/** helm's reason about the chart's objects, with this command's options instead of values, and a hint where there is one. */
function explained(reason: string, scope: Scope): string {
  const message = reason.replace(POSITION, '').replace('leave backend.enabled out', 'add --skip-backend');
  const [, kind, name] = NOT_OURS.exec(message) ?? [];
  if (kind === undefined || name === undefined) return message;
  return `${message}\n${kind} ${name} does not belong to this release: choose another namespace with --namespace, or, if it is not needed, delete it with \`kubectl delete ${kind} ${name} ${scopeOptions(scope)}\``;
}

/** The error for a helm that failed with `reason`; `what` could not be done. */
export function helmError(what: string, reason: string, scope: Scope): TracerError {
  if (!MEANWHILE.test(reason)) return new TracerError(`${what}: ${explained(reason, scope)}`);
  return new OtherInstallation(
    `another installation is in progress in namespace ${scope.namespace}: wait until it has finished and run the same command again`,
  );
}
