/** How far a run is. */
export interface Progress {
  readonly next: () => void;
  readonly stop: () => void;
}

const SILENT: Progress = {next: () => {}, stop: () => {}};

/**
 * A progress bar on a terminal for more than one description, removed at the end; nothing elsewhere. It is short, and changes no mode
 * of the terminal that an interrupted run would leave behind.
 */
export async function progressOf(total: number, stream: NodeJS.WriteStream): Promise<Progress> {
  if (total < 2 || !stream.isTTY || process.env.TERM === 'dumb') return SILENT;
  const {default: cliProgress} = await import('cli-progress');
  const format = '{bar} {value}/{total}';
  const bar = new cliProgress.SingleBar({
    format,
    stream,
    barsize: 20,
    clearOnComplete: true,
    hideCursor: false,
    linewrap: true,
  });
  bar.start(total, 0);
  return {next: () => bar.increment(), stop: () => bar.stop()};
}
