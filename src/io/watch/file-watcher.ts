import {existsSync, type FSWatcher, statSync, watch} from 'node:fs';
import path from 'node:path';
import {realFile} from '../write/write-file.ts';

/** Events that come closer together than this, in milliseconds, are one: editors write a file in several steps. */
const QUIET = 50;

/**
 * Watches files, which may be missing, by their folders: many editors save a file by renaming another, and a watcher of the file itself
 * would then watch the old one. What has changed is decided by the files, not by the events, which differ among systems.
 */
export class FileWatcher {
  readonly #folders = new Map<string, {readonly watcher: FSWatcher; readonly inode: number}>();
  #states: ReadonlyMap<string, string> = new Map();
  #timer: NodeJS.Timeout | undefined;
  #waiting: {readonly resolve: () => void; readonly reject: (error: unknown) => void} | undefined;

  /**
   * Resolves when one of the files has changed since they were read.
   *
   * @param before what was known before they were read
   * @throws the system's error when a folder cannot be watched, as ENOSPC when there are too many watchers
   */
  changed(files: readonly string[], {states, time}: Snapshot): Promise<void> {
    const known = (file: string) => states.get(file) ?? (isNewer(file, time) ? CHANGED : stateOf(file));
    this.#states = new Map(files.map((file) => [file, known(file)]));
    return new Promise((resolve, reject) => {
      this.#waiting = {resolve, reject};
      this.#later();
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const {watcher} of this.#folders.values()) watcher.close();
    this.#folders.clear();
  }

  /** Watches the folders of the files: those of links and those of their targets, and for a missing one the nearest that exists. */
  #followFolders(): void {
    const wanted = new Set([...this.#states.keys()].flatMap(foldersOf));
    for (const [folder, {watcher, inode}] of this.#folders) {
      // A folder that was replaced has the same path, but its watcher reports nothing.
      if (wanted.has(folder) && inodeOf(folder) === inode) continue;
      watcher.close();
      this.#folders.delete(folder);
    }
    for (const folder of wanted) if (!this.#folders.has(folder)) this.#follow(folder);
  }

  #follow(folder: string): void {
    try {
      const watcher = watch(folder, () => this.#later());
      watcher.on('error', () => this.#later());
      this.#folders.set(folder, {watcher, inode: inodeOf(folder)});
    } catch (error) {
      if (existsSync(folder)) throw error;
      // It was removed meanwhile.
      this.#later();
    }
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#compare(), QUIET);
  }

  #compare(): void {
    try {
      this.#followFolders();
      if ([...this.#states].some(([file, state]) => stateOf(file) !== state)) this.#waiting?.resolve();
    } catch (error) {
      this.#waiting?.reject(error);
    }
  }
}

/** What is known of files at a time. */
export interface Snapshot {
  /** What changes when a file is written or replaced, by its path. */
  readonly states: ReadonlyMap<string, string>;
  /** In milliseconds, as `Date.now()`. */
  readonly time: number;
}

export function snapshotOf(files: readonly string[]): Snapshot {
  return {states: new Map(files.map((file) => [file, stateOf(file)])), time: Date.now()};
}

/** The state of no file. */
const CHANGED = 'changed';

/** By how much, in milliseconds, the time of a change may be too early: Linux takes that of its last timer interrupt. */
const TICK = 10;

/** Whether a file that was found while it was read has changed since the time before that. */
function isNewer(file: string, time: number): boolean {
  return (statSync(file, {throwIfNoEntry: false})?.ctimeMs ?? 0) > time - TICK;
}

function stateOf(file: string): string {
  const {mtimeMs, ctimeMs, size, ino} = statSync(file, {throwIfNoEntry: false}) ?? {};
  return [mtimeMs, ctimeMs, size, ino].join(' ');
}

function inodeOf(folder: string): number {
  return statSync(folder, {throwIfNoEntry: false})?.ino ?? 0;
}

function foldersOf(file: string): string[] {
  return [file, realFile(file)].map((name) => nearestFolder(path.dirname(name)));
}

function nearestFolder(folder: string): string {
  const above = path.dirname(folder);
  return folder === above || statSync(folder, {throwIfNoEntry: false})?.isDirectory()
    ? folder
    : nearestFolder(above);
}
