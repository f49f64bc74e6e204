const CREDENTIALS = /([a-z]+:\/\/)[^/?#\s"]*@/gi;

/** Replaces the credentials in URLs by `***`. */
export function maskCredentials(text: string): string {
  return text.replace(CREDENTIALS, '$1***@');
}

/** Whether a text is a URL with a user name or password. */
export function hasCredentials(text: string): boolean {
  return text.search(CREDENTIALS) === 0;
}
