// The pages of the site in the order of its sidebar, by their paths in the repository. Those for maintainers are only there.
import {readdirSync} from 'node:fs';
import path from 'node:path';

export const ROOT = path.dirname(import.meta.dirname);

export const SECTIONS = [
  {text: 'Start', pages: ['README.md', 'docs/getting-started.md', 'docs/concepts.md', 'docs/install.md']},
  {
    text: 'Guides',
    pages: [
      'docs/init.md',
      'docs/mesh.md',
      'docs/apply.md',
      'docs/diff.md',
      'docs/lint.md',
      'docs/httproute.md',
      'docs/gateways.md',
      'docs/security-policies.md',
      'docs/from-other-generators.md',
      'docs/routes.md',
      'docs/report.md',
      'docs/tests.md',
      'docs/redocly.md',
      'docs/spectral.md',
      'docs/editors.md',
      'docs/gitops.md',
      'docs/krm.md',
      'docs/from-services.md',
      'docs/frameworks.md',
      'plugins/tracer/docs/tracer.md',
      'plugins/tracer/docs/first-test.md',
      'plugins/tracer/docs/gitops.md',
    ],
  },
  {
    text: 'Reference',
    pages: [
      'docs/settings.md',
      'docs/commands.md',
      'docs/exit-codes.md',
      'docs/decorators/service-profile.md',
      'docs/library.md',
      'docs/specification.md',
      'docs/security.md',
      'CHANGELOG.md',
    ],
  },
  {text: 'Project', pages: ['CONTRIBUTING.md', 'SECURITY.md']},
];

const rulePages = readdirSync(path.join(ROOT, 'docs', 'rules')).sort();

export const RULES = {text: 'Rules', pages: rulePages.map((name) => `docs/rules/${name}`)};
