/** The options of a run that change what is generated rather than where it is written. */
export interface OutputChoices {
  /** Allows a result without a route. */
  readonly allowEmpty?: boolean;
  /** Reads `x-linkerd-timeout` and `x-linkerd-retryable` of operations too. */
  readonly readLinkerdExtensions?: boolean;
  /** Leaves out what serves requests that are not described; the default with a Gateway. */
  readonly onlyDescribed?: boolean;
  /** Leaves out what these rules find: codes of rules of warnings and notes. */
  readonly skipRules?: readonly string[];
}
