import {spawn} from 'node:child_process';

/** The program by which each system opens an address with what its user chose for it. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the person's browser; gives why not when no program for it can be started. */
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
