import {expect, test} from '@jest/globals';
import fc from 'fast-check';
import {textTable} from '../../../src/io/routes/text-table.ts';

const COLUMNS = [{title: 'N', align: 'right'}, {title: 'PATH'}, {title: 'FROM', keep: 'end'}] as const;

const rows = (...cells: string[][]) => cells.map((one) => ({cells: one}));

test.each([
  {
    name: 'as wide as its texts',
    rows: rows(['1', '/pets', 'root a.yaml:1'], ['10', '/pets/{id}', '']),
    want: ' N  PATH        FROM\n 1  /pets       root a.yaml:1\n10  /pets/{id}\n',
  },
  {
    name: 'in a narrow terminal',
    rows: rows(['1', '/pets/{petId}/toys/{toyId}', 'operation apis/openapi.yaml:120']),
    width: 40,
    want: 'N  PATH                FROM\n1  /pets/{petId}/toy…  …openapi.yaml:120\n',
  },
  {
    name: 'in a terminal that is too narrow',
    rows: rows(['1', '/pets/{petId}', 'operation openapi.yaml:120']),
    width: 5,
    want: 'N  PATH      FROM\n1  /pets/{…  …aml:120\n',
  },
  {
    name: 'with wide and invisible characters',
    rows: rows(['1', '/動物', 'b'], ['2', '/\u202e\u001b', 'b']),
    want: 'N  PATH           FROM\n1  /動物          b\n2  /\\u202e\\u001b  b\n',
  },
  {
    name: 'with wide characters in a narrow terminal',
    rows: rows(['1', '/動物動物動物動物', '動物動物動物動物😀']),
    width: 30,
    want: 'N  PATH           FROM\n1  /動物動物動…   …動物動物😀\n',
  },
  {
    name: 'with a title that is wider than its texts, in a narrow terminal',
    columns: [{title: 'PATH', keep: 'end'}, {title: 'REQUEST_TIMEOUT'}] as const,
    rows: rows(['/pets/{petId}/toys', '-']),
    width: 26,
    want: 'PATH              REQUEST…\n…ts/{petId}/toys  -\n',
  },
  {
    name: 'in which the first word is kept, in a narrow terminal',
    columns: [{title: 'PATH'}, {title: 'FROM', keep: 'first word and end'}] as const,
    rows: rows(
      ['/pets', 'operation apis/openapi.yaml:120'],
      ['/pets', 'root apis/pets/openapi.yaml:2'],
      ['/pets', '--timeouts.request_timeout'],
    ),
    width: 29,
    want: 'PATH   FROM\n/pets  operation …pi.yaml:120\n/pets  root …s/openapi.yaml:2\n/pets  --timeouts.request_ti…\n',
  },
  {
    name: 'in which the first word is kept, in a terminal that is too narrow',
    columns: [{title: 'FROM', keep: 'first word and end'}] as const,
    rows: rows(['operation apis/openapi.yaml:120'], ['root apis/openapi.yaml:2']),
    width: 5,
    want: 'FROM\noperati…\nroot ap…\n',
  },
  {name: 'without rows', rows: [], want: 'N  PATH  FROM\n'},
  {
    name: 'with lines below a row',
    rows: [{cells: ['1', '/a', 'b'], below: '  warning: a\n'}],
    want: 'N  PATH  FROM\n1  /a    b\n  warning: a\n',
  },
])('a table $name', ({columns = COLUMNS, rows: given, width, want}) => {
  expect(textTable(columns, given, width)).toBe(want);
});

test('no line is wider than the terminal', () => {
  const columns = [...COLUMNS.slice(1), {title: 'FROM', keep: 'first word and end'}] as const;
  const text = fc.stringMatching(/^[ -~]{0,60}$/);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(text, text, text), {minLength: 1}),
      fc.integer({min: 28, max: 200}),
      (cells, width) => {
        const lines = textTable(columns, rows(...cells), width).split('\n');
        expect(lines.filter((line) => line.length > width)).toEqual([]);
      },
    ),
  );
});
