import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from '@jest/globals';
import {run} from '../run.ts';

const EXAMPLES = path.resolve(import.meta.dirname, '../../examples/frameworks');
const rewrites = process.env.APIGEN_REWRITE_CASES === '1';

test.each(['fastapi', 'litestar', 'fastify', 'hono', 'nestjs', 'huma', 'huma-chi', 'grpc-gateway'])(
  'a request that the server of %s serves has its route, or its table says why not',
  async (name) => {
    const script = path.join(EXAMPLES, 'compare.mjs');
    const {status, stdout, stderr} = await run(process.execPath, [script, name], {
      env: {...process.env, NODE_OPTIONS: ''},
    });
    const file = path.join(EXAMPLES, name, 'routes.md');
    if (rewrites) writeFileSync(file, stdout);
    expect(stderr).toBe('');
    expect(stdout).toBe(readFileSync(file, 'utf8'));
    expect(status).toBe(0);
  },
  600_000,
);
