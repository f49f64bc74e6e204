import type {Finding, Problem} from '../../core/problem.ts';
import type {DocumentText} from '../read/parse-document.ts';

/** The configuration cannot be used; `problems` are the reasons, and `text` the file, to find their lines in. */
export class UnusableConfig extends Error {
  readonly problems: readonly Problem[];
  readonly text: DocumentText | undefined;

  constructor(finding: Finding | readonly Finding[], text?: DocumentText, options?: ErrorOptions) {
    const findings = 'message' in finding ? [finding] : finding;
    super(findings[0]?.message, options);
    this.name = 'UnusableConfig';
    this.problems = findings.map((found) => ({code: 'input', severity: 'error', ...found}));
    this.text = text;
  }
}

/** An API was asked for that the configuration does not have. */
export class UnknownApi extends UnusableConfig {}
