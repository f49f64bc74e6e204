import {expect, test} from '@jest/globals';
import fc from 'fast-check';
import {textTable} from '../../../src/io/print/text-table.ts';

const COLUMNS = [{title: 'N', align: 'right'}, {title: 'PATH'}, {title: 'FROM'}] as const;

const rows = (...cells: string[][]) => cells.map((one) => ({cells: one}));

test.each([
  {
    name: 'as wide as its texts',
    rows: rows(['1', '/pets', 'root a.yaml:1'], ['10', '/pets/{id}', '']),
    want: ' N  PATH        FROM\n 1  /pets       root a.yaml:1\n10  /pets/{id}  -\n',
  },
  {
    name: 'in a narrow terminal',
    rows: rows(['1', '/pets/{petId}/toys/{toyId}', 'operation apis/openapi.yaml:120']),
    width: 35,
    want: 'N  PATH                        FROM\n1  /pets/{petId}/toys/{toyId}  …\n  operation apis/openapi.yaml:120\n',
  },
  {
    name: 'where only some texts are too long',
    rows: rows(
      ['1', '/pets', 'root a.yaml:1'],
      ['2', '/pets/{petId}/toys/{toyId}', 'path a.yaml:8, path b.yaml:9'],
    ),
    width: 24,
    want: `N  PATH   FROM
1  /pets  root a.yaml:1
2  …      …
  /pets/{petId}/toys/{toyId}
  path a.yaml:8, path
    b.yaml:9
`,
  },
  {
    name: 'with wide and invisible characters',
    rows: rows(['1', '/動物', 'b'], ['2', '/\u202e\u001b', 'b']),
    want: 'N  PATH           FROM\n1  /動物          b\n2  /\\u202e\\u001b  b\n',
  },
  {name: 'without rows', rows: [], want: 'N  PATH  FROM\n'},
  {
    name: 'with lines below a row',
    rows: [{cells: ['1', '/a', 'b'], below: '  warning: a\n'}],
    want: 'N  PATH  FROM\n1  /a    b\n  warning: a\n',
  },
])('a table $name', ({rows: given, width, want}) => {
  expect(textTable(COLUMNS, given, {columns: width})).toBe(want);
});

test('no text is cut, and rows fit into the terminal', () => {
  const text = fc.stringMatching(/^[!-~]{1,60}$/);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(text, text, text), {minLength: 1}),
      fc.integer({min: 0, max: 200}),
      (cells, width) => {
        const [, ...lines] = textTable(COLUMNS, rows(...cells), {columns: width})
          .trimEnd()
          .split('\n');
        const words = lines.map((line) => line.trim().split(/ +/));
        const long = words.filter((line) => line.length === 1).flat();
        expect(
          words
            .filter((line) => line.length > 1)
            .map((line) => line.map((one) => (one === '…' ? long.shift() : one))),
        ).toEqual(cells);
        expect(
          lines.filter((line) => / {2}\S/.test(line.trim()) && line.length > Math.max(width, 13)),
        ).toEqual([]);
      },
    ),
  );
});
