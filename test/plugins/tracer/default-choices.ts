/** What is chosen where no option is given. */
export const DEFAULT_CHOICES = {
  kind: 'kindA',
  endpoint: 'kindA-query:16685',
  skipCollector: false,
  skipSample: false,
  skipBackend: false,
  exportEndpoint: '',
  sampleEndpoint: '',
} as const;
