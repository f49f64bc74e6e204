import {expect, test} from '@jest/globals';
import manifest from '../../oclif.manifest.json' with {type: 'json'};
import {runInTerminal} from '../run-in-terminal.ts';

const IDS = ['', ...Object.keys(manifest.commands).filter((id) => id !== 'complete'), 'tracer:install'];

test.each(IDS.flatMap((id) => [60, 80].map((columns) => ({id, columns}))))(
  'the help of "$id" has no line that a terminal of $columns columns breaks',
  ({id, columns}) => {
    // Colours have no width.
    const env = {...process.env, NO_COLOR: undefined, FORCE_COLOR: '1'};
    const args = [...id.split(':').filter(Boolean), '--help'];
    const {screen} = runInTerminal(args, [], {cwd: '.', env, columns});
    const lines = screen.split('\n');
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((line) => line.length > columns || /<options:.*\|\S/.test(line))).toEqual([]);
    // A summary next to its flag begins in a column.
    expect(lines.filter((line) => /^ +(-\w, )?--\S+ [A-Z]/.test(line))).toEqual([]);
    expect(screen.replaceAll('\r', '')).not.toMatch(/FLAGS[^\n]*\n {2}--(?:.+\n)+? {2}(?:-\w, | {4}--)/);
  },
);
