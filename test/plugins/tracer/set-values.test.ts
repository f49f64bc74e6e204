import {expect, it} from '@jest/globals';
import {hideValues} from '../../../plugins/tracer/src/options/set-values.ts';
import {maskSecrets, secretsIn} from '../../../plugins/tracer/src/process/secrets.ts';

/** Arguments without the part of a placeholder that is new in each run. */
const stable = (args: readonly string[]) =>
  args.map((arg) => arg.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-/g, '$'));

it.each<{set: string; args: string; values: readonly unknown[]}>([
  {set: 'a=x', args: 'a=$0', values: ['x']},
  {set: 'a=x,b.c=y', args: 'a=$0,b.c=$1', values: ['x', 'y']},
  {set: 'a[0].b=x,a[1]={p,q}', args: 'a[0].b=$0,a[1]={$1,$2}', values: ['x', 'p', 'q']},
  {set: 'a={},b=', args: 'a={$0},b=$1', values: ['', '']},
  {set: 'a=x=y,', args: 'a=$0', values: ['x=y']},
  {set: String.raw`a\.b\=c=x\,y\\`, args: String.raw`a\.b\=c=$0`, values: ['x,y\\']},
  {set: String.raw`a={x\,y\},z}`, args: 'a={$0,$1}', values: ['x,y}', 'z']},
  {set: String.raw`a=\{x\}`, args: 'a=$0', values: ['{x}']},
  {set: 'a=true,b=FALSE,c=Null,d=truest', args: 'a=$0,b=$1,c=$2,d=$3', values: [true, false, null, 'truest']},
  {set: 'a=0,b=-5,c=+7,d=007', args: 'a=$0,b=$1,c=$2,d=$3', values: [0, -5, 7, '007']},
  {set: 'a=9007199254740991,b=-9007199254740991', args: 'a=$0,b=$1', values: [2 ** 53 - 1, 1 - 2 ** 53]},
  {set: 'a=1.5,b=9223372036854775808', args: 'a=$0,b=$1', values: ['1.5', '9223372036854775808']},
  {set: 'a=two\nlines 🔑', args: 'a=$0', values: ['two\nlines 🔑']},
])('--set $set is passed as $args', ({set, args, values}) => {
  const hidden = hideValues([set]);
  expect([stable(hidden.args), [...hidden.values.values()]]).toEqual([['--set', args], values]);
});

it('--set-string keeps strings', () => {
  const hidden = hideValues(['a=1'], ['b=1,c={true,null}']);
  expect([stable(hidden.args), [...hidden.values.values()]]).toEqual([
    ['--set', 'a=$0', '--set-string', 'b=$1,c={$2,$3}'],
    [1, '1', 'true', 'null'],
  ]);
});

const INTEGER = 'expected an integer from -9007199254740991 to 9007199254740991\nadd --set-string';
const PAIRS = 'expected <key>=<value>, or <key>={<value>,…}\nwrite "\\," for a comma in a value';
it.each([
  {set: 'hunter2', want: `invalid --set: ${PAIRS}`},
  {set: 'password=hun,ter2', want: `invalid --set after the value of password: ${PAIRS}`},
  {set: 'a={x,y', want: `invalid --set: ${PAIRS}`},
  {set: 'a[0=x', want: `invalid --set: ${PAIRS}`},
  {set: 'a.b=9007199254740993', want: `invalid --set a.b: ${INTEGER} a.b=… for a text`},
  {set: 'a={1,-9223372036854775808}', want: `invalid --set a: ${INTEGER} a=… for a text`},
  {set: ',a=x', want: `invalid --set: ${PAIRS}`},
])('--set $set is refused without its value', ({set, want}) => {
  expect(() => hideValues([set])).toThrow(expect.objectContaining({message: want, exitCode: 2}));
});

it('masks the values of secret keys', () => {
  const values = {
    postgresql: {auth: {password: 'hunter2"x', username: 'tracer', existingSecret: 'db'}},
    externalDatabase: {password: '', port: 5432},
    collector: {
      export: {headers: {authorization: 'Bearer abc'}},
      extraEnv: [{name: 'KEY', value: 'hunter2'}],
    },
    server: {apiKey: 123456},
  };
  const secrets = secretsIn(values);
  expect(secrets).toEqual(['hunter2"x', 'Bearer abc', 'hunter2', '123456']);
  const text = String.raw`tracer: hunter2"x, "hunter2\"x", Bearer abc, hunter2, 123456, db, 5432`;
  expect(maskSecrets(text, secrets)).toBe('tracer: ***, "***", ***, ***, ***, db, 5432');
});
