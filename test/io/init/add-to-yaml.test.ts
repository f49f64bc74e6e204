import {describe, expect, it} from '@jest/globals';
import {addToYaml, type YamlPath} from '../../../src/io/init/add-to-yaml.ts';

interface Case {
  readonly name: string;
  readonly given: string;
  readonly path: YamlPath;
  readonly value?: unknown;
  readonly want: string | undefined;
}

const CASES: readonly Case[] = [
  {name: 'to an empty text', given: '', path: ['a', '-'], want: 'a:\n  - new\n'},
  {name: 'to comments only', given: '# c', path: ['a', 'b'], want: '# c\na:\n  b: new\n'},
  {
    name: 'at the end of a list',
    given: 'a: # of a\n  # one\n  - one # 1\n\n# of b\nb: 1\n',
    path: ['a', '-'],
    want: 'a: # of a\n  # one\n  - one # 1\n  - new\n\n# of b\nb: 1\n',
  },
  {
    name: 'to a list that is not indented',
    given: "a:\n- 'one'\n- x: |\n    text\n\nb: 1\n",
    path: ['a', '-'],
    want: "a:\n- 'one'\n- x: |\n    text\n- new\n\nb: 1\n",
  },
  {
    name: 'to a text without a final line break',
    given: 'a:\n    - one',
    path: ['a', '-'],
    want: 'a:\n    - one\n    - new\n',
  },
  {
    name: 'with CR LF and a byte order mark',
    given: '\ufeffa:\r\n  - one\r\n',
    path: ['b'],
    want: '\ufeffa:\r\n  - one\r\nb: new\r\n',
  },
  {
    name: 'to a list in brackets',
    given: 'a: [one, "two" ] # c\n',
    path: ['a', '-'],
    want: 'a: [one, "two", "new" ] # c\n',
  },
  {name: 'to an empty list in brackets', given: 'a: []\n', path: ['a', '-'], want: 'a: ["new"]\n'},
  {
    name: 'deep in a list',
    given: 'a:\n  - b:\n      - c: 1\n  - d: {e: 1}\nf: 1\n',
    path: ['a', 0, 'b', '-'],
    value: {g: [1], h: '2'},
    want: 'a:\n  - b:\n      - c: 1\n      - g:\n          - 1\n        h: "2"\n  - d: {e: 1}\nf: 1\n',
  },
  {
    name: 'a key and what is on the way to it',
    given: '---\na:\n  b: 1\n  # end of a\n...\n',
    path: ['a', 'c', 'd', '-'],
    want: '---\na:\n  b: 1\n  c:\n    d:\n      - new\n  # end of a\n...\n',
  },
  ...['\n', '\r\n'].map((eol) => ({
    name: `a key after the comments of the last one, with ${JSON.stringify(eol)}`,
    given: ['a:', '  - one', '  # - two', '    # why', '# of all', ''].join(eol),
    path: ['b'],
    want: ['a:', '  - one', '  # - two', '    # why', 'b: new', '# of all', ''].join(eol),
  })),
  {
    name: 'a key after a comment without a final line break',
    given: 'a:\n  - one\n  # - two',
    path: ['b'],
    want: 'a:\n  - one\n  # - two\nb: new\n',
  },
  {name: 'not to a map in braces', given: 'a: {b: 1}\n', path: ['a', 'c'], want: undefined},
  {
    name: 'to a text, which becomes a list',
    given: "a: 'one' # c\nb: 1\n",
    path: ['a', '-'],
    want: `a: ['one', "new"] # c\nb: 1\n`,
  },
  {
    name: 'not to a text that would be two in brackets',
    given: 'a: one, two\n',
    path: ['a', '-'],
    want: undefined,
  },
  {name: 'not to a text of several lines', given: 'a: one\n  two\n', path: ['a', '-'], want: undefined},
  {name: 'not to a number', given: 'a: 1\n', path: ['a', '-'], want: undefined},
  {
    name: 'a list to a key without a value',
    given: 'a: # none\n\nb: 1\n',
    path: ['a', '-'],
    want: 'a: # none\n  - new\n\nb: 1\n',
  },
  {
    name: 'a map to a key without a value, deep in a list',
    given: 'a:\n  - b:',
    path: ['a', 0, 'b', 'c'],
    want: 'a:\n  - b:\n      c: new\n',
  },
  {name: 'a list in place of null', given: 'a: null # c\n', path: ['a', '-'], want: 'a: [new] # c\n'},
  {name: 'to an empty map in braces', given: 'a: {} # c\n', path: ['a', 'b'], want: 'a: {b: new} # c\n'},
  {name: 'not a list to a map', given: 'a: {}\n', path: ['a', '-'], want: undefined},
  {name: 'not to a value with a tag', given: 'a: !!null\n', path: ['a', '-'], want: undefined},
  {name: 'not to an alias', given: 'a: &a [1]\nb: *a\n', path: ['b', '-'], want: undefined},
  {
    name: 'not to a list that an alias repeats',
    given: 'a: &a [1]\nb: *a\n',
    path: ['a', '-'],
    want: undefined,
  },
  {name: 'not to several documents', given: 'a: 1\n---\nb: 1\n', path: ['c'], want: undefined},
  {name: 'not to what is not YAML', given: 'a: [1\n', path: ['c'], want: undefined},
];

describe('addToYaml', () => {
  it.each(CASES)('adds $name', ({given, path, value = 'new', want}) => {
    expect(addToYaml(given, path, value)).toBe(want);
  });
});
