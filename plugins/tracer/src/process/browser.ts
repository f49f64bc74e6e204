import {spawn} from 'node:child_process';

/** The program that opens a URL in the user's default browser, by platform. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a URL in the browser; returns the reason when no program can be started. */
export function openInBrowser(url: string): Promise<string | undefined> {
  const [program = '', ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], {stdio: 'ignore', detached: true});
    child.on('error', (error) => resolve(error.message));
    child.on('spawn', () => {
      child.unref();
      resolve(undefined);
    });
  });
}
