import {expect, test} from '@jest/globals';
import {isOlder} from '../../src/core/mesh-versions.ts';

const EDGE = '2.20 (edge-25.11.3)';

test.each([
  {version: 'v1.19.7', than: '1.20', want: true},
  {version: 'v1.20.0', than: '1.20', want: false},
  {version: '1.20', than: '1.20', want: false},
  {version: '1.9.3', than: '1.20', want: true},
  {version: '2.0.1', than: '1.20', want: false},
  {version: '1.30.3-distroless', than: '1.25', want: false},
  {version: '1.20-alpha.1', than: '1.20', want: false},
  {version: 'stable-2.14.10', than: EDGE, want: true},
  {version: 'version-2.20', than: EDGE, want: false},
  {version: 'edge-25.11.2', than: EDGE, want: true},
  {version: 'edge-25.11.3', than: EDGE, want: false},
  {version: 'edge-26.1.1', than: EDGE, want: false},
  {version: 'edge-24.8.2', than: '2.16', want: false},
])('$version is older than $than: $want', ({version, than, want}) => {
  expect(isOlder(version, than)).toBe(want);
});
