import {type Scope, scopeOptions} from '../cluster/programs.ts';

/** helm's error for an object that something else created. */
const NOT_OURS = /([A-Za-z]+) "([^"]+)" in namespace "[^"]*" exists and cannot be imported/;

/** The template position in the chart's own errors, which does not help the user. */
const POSITION = /execution error at \([^)]*\): /;

/** An error of helm about the chart's objects, with this command's options instead of values, and a hint where there is one. */
export function explainHelmError(reason: string, scope: Scope): string {
  const message = reason.replace(POSITION, '').replace('leave backend.enabled out', 'add --skip-backend');
  const [, kind, name] = NOT_OURS.exec(message) ?? [];
  if (kind === undefined || name === undefined) return message;
  return `${message}\n${kind} ${name} does not belong to this release: choose another namespace with --namespace, or, if it is not needed, delete it with \`kubectl delete ${kind} ${name} ${scopeOptions(scope)}\``;
}
