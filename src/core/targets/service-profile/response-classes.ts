/** Source: linkerd2, ServiceProfile CRD. */
export interface ResponseClass {
  readonly condition: {readonly status: {readonly min: number; readonly max: number}};
  readonly isFailure: boolean;
}

/**
 * The classes of declared failures.
 *
 * @param codes keys of `responses`: `503`, `5XX`
 */
export function responseClasses(codes: readonly string[]): ResponseClass[] {
  return codes.map((code) => {
    const [min, max] = [Number(code.replaceAll('X', '0')), Number(code.replaceAll('X', '9'))];
    return {condition: {status: {min, max}}, isFailure: true};
  });
}
