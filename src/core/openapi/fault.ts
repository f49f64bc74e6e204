import type {Location} from '../problem.ts';
import type {TemplateFault} from '../routes/path-template.ts';

/** What the reader could not take, as facts: the rule of the same code has the words for it. */
export type StructureFault = {readonly location: Location} & (
  | {readonly code: 'not-openapi'; readonly message: string; readonly hint: string}
  | {readonly code: 'paths'; readonly found: unknown}
  | {readonly code: 'path-template'; readonly path: string; readonly fault: TemplateFault}
  | {readonly code: 'path-item'; readonly path: string; readonly found: unknown}
  | ({readonly code: 'operation'} & OperationFault)
  | {readonly code: 'unknown-method'; readonly name: string; readonly meant: string}
  | ({readonly code: 'reference'} & ReferenceFault)
  | ({readonly code: 'unresolved-reference'} & UnresolvedReference)
  | {readonly code: 'misspelled-extension'; readonly name: string}
  | {readonly code: 'misplaced-extension'; readonly field: string}
);

type OperationFault =
  | {readonly kind: 'operation'; readonly path: string; readonly method: string; readonly found: unknown}
  | {readonly kind: 'additional-operations'; readonly found: unknown}
  | {readonly kind: 'method-name'; readonly name: string}
  | {readonly kind: 'repeated-method'; readonly name: string}
  | {readonly kind: 'too-many'};

type ReferenceFault =
  | {readonly kind: 'type'; readonly found: unknown}
  | {readonly kind: 'syntax'; readonly reference: string}
  | {readonly kind: 'cycle'; readonly reference: string}
  | {readonly kind: 'hops'; readonly reference: string}
  | {readonly kind: 'target'; readonly reference: string; readonly found: unknown; readonly what: string};

type UnresolvedReference =
  | {readonly kind: 'missing'; readonly reference: string; readonly pointer: string; readonly what: string}
  | {readonly kind: 'not-given'; readonly reference: string}
  | {
      readonly kind: 'unreadable';
      readonly reference: string;
      readonly message: string;
      readonly hint: string | undefined;
      /** True when the fault is inside of the document rather than in how it is reached. */
      readonly inside: boolean;
    };
