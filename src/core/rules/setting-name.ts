import type {Rule} from '../rule.ts';
import {findSettingFaults} from './setting-faults.ts';

export const settingName = {
  code: 'setting-name',
  severity: 'error',
  summary: 'Names of Services, namespaces and domains are valid in Kubernetes',
  check: (input) => findSettingFaults(input, 'setting-name'),
} satisfies Rule;
