#!/usr/bin/env node
// Writes the files that are made from the sources; with --check, prints which of them are out of date and exits with 1.
// It reads dist/, so build first.
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {
  descriptionSchema,
  firstReading,
  GATEWAY_API,
  LINT_RULES,
  MESH_VERSIONS,
  meshRoutesSchema,
  OBJECT_KINDS,
  ROUTE_FIELDS,
  RUN_OPTIONS,
  SETTINGS,
  SPEC_OPTIONS,
  settingsSchema,
  TARGETS,
  targetsUsing,
} from '../dist/src/index.js';
import {chartValues} from './chart-readme.mjs';
import {spectralYaml} from './spectral-yaml.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const inRoot = (file) => path.join(root, file);

const code = (text) => `\`${text}\``;
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A cell of a table, in which `|` would begin the next one. Lines break next to it. */
const cell = (text) => text.replaceAll('|', ' \\| ');
const defaultOf = (value) => (value === undefined ? '–' : code(value));

/** The targets that use a setting or an option. */
function targetsOf(key) {
  const targets = targetsUsing(key);
  return targets.length === TARGETS.length ? 'all' : targets.map(({name}) => code(name)).join(', ');
}

function settingsTable() {
  return table(
    ['setting', 'type, default and levels', 'target', 'what it does'],
    SETTINGS.map(({key, type, default: value, scopes, summary}) => [
      code(key),
      [cell(type.name), ...(value === undefined ? [] : [code(value)]), scopes.join(', ')].join('<br>'),
      targetsOf(key),
      summary,
    ]),
  );
}

function optionsTable(options) {
  return table(
    ['option', 'type', 'default', 'target', 'what it does'],
    options.map(({key, type, default: value, summary}) => [
      code(key),
      cell(type.name),
      defaultOf(value),
      targetsOf(key),
      summary,
    ]),
  );
}

/** From which version on each reads what, with links to the files in the tags that show it. */
function versionsTable() {
  const rows = [['CRDs of the Gateway API', GATEWAY_API], ...Object.entries(MESH_VERSIONS)].map(
    ([name, versions]) => {
      const [repository, tag] = versions.repository.split('@');
      const cells = new Map(
        firstReading(versions).map(({field, version, file}) => {
          const [number] = version.split(' ');
          const older = number === versions.oldest ? ', or before' : '';
          const link = `https://github.com/${repository}/blob/${tag.replace('*', number)}/${file}`;
          return [field, `[${version}${older}](${link})`];
        }),
      );
      return [
        name in MESH_VERSIONS ? code(name) : name,
        ...ROUTE_FIELDS.map((field) => cells.get(field) ?? 'no'),
      ];
    },
  );
  const titles = [
    '`timeouts.request`',
    '`retry`',
    '`CORS`',
    'expressions',
    'methods',
    'policies by rule name',
  ];
  return table(['', ...titles], rows);
}

// oclif reads these when it is loaded.
Object.assign(process.env, {COLUMNS: '110', NO_COLOR: '1', OCLIF_COLUMNS: '110'});
const {loadHelpClass} = await import('@oclif/core');
const {loadConfig} = await import('../bin/oclif-config.cjs');
const config = await loadConfig();
const Help = await loadHelpClass(config);

/** What `--help` of a command prints. */
async function help(id) {
  const lines = [];
  const printer = new Help(config, config.pjson.oclif.helpOptions);
  printer.log = (...texts) => lines.push(texts.join(' '));
  await printer.showHelp([id, '--help']);
  return (
    lines
      .join('\n')
      .replace(/[ \t]+$/gm, '')
      // As in src/commands/wrapped-help.ts, which prints help with more than oclif's class does.
      .replace(/(FLAGS[^\n]*\n {2})(?=--(?:.+\n)+? {2}(?:-\w, | {4}--))/g, '$1    ')
      .trim()
  );
}

/** Our own commands; those of oclif's plugins are documented by oclif. */
function commandIds() {
  return ['oclif.manifest.json', 'plugins/tracer/oclif.manifest.json']
    .flatMap((file) => Object.values(JSON.parse(readFileSync(inRoot(file), 'utf8')).commands))
    .filter(({hidden, id}) => !hidden && !/^plugins\b/.test(id))
    .map(({id}) => id)
    .sort();
}

/** The groups of flags in a help, by their headings. */
const flagGroups = (text) =>
  new Map(
    text.split('\n\n').flatMap((part) => (/^[A-Z]+ FLAGS\n/.test(part) ? [[part.split('\n')[0], part]] : [])),
  );

/** The help of a command, without the groups of flags that it shares with `apigen mesh`. */
function section(id, text, shared) {
  const same = [...flagGroups(text)].filter(([heading, group]) => shared.get(heading) === group);
  const isShared = new Set(id === 'mesh' ? [] : same.map(([, group]) => group));
  const names = [...isShared].map((group) => code(group.split(' FLAGS')[0]));
  const link =
    isShared.size > 1 ? `More flags, as of [\`apigen mesh\`](#apigen-mesh): ${names.join(', ')}.\n\n` : '';
  const own =
    link === ''
      ? text
      : text
          .split('\n\n')
          .filter((part) => !isShared.has(part))
          .join('\n\n');
  return `## \`apigen ${id.replaceAll(':', ' ')}\`\n\n${link}\`\`\`text\n${own}\n\`\`\`\n`;
}

async function commandReference() {
  const shared = flagGroups(await help('mesh'));
  const sections = commandIds().map(async (id) => section(id, await help(id), shared));
  return `# Commands\n\nMade from the commands themselves by \`npm run generate\`.\n\n${(await Promise.all(sections)).join('\n')}`;
}

/** A hand-written file, in which the text between `<!-- NAME:start -->` and `<!-- NAME:end -->` is generated. */
function withRegion(file, name, text) {
  const written = readFileSync(inRoot(file), 'utf8');
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const [from, to] = [written.indexOf(start), written.indexOf(end)];
  if (from === -1 || to === -1) throw new Error(`${file}: the markers ${start} and ${end} are missing`);
  return `${written.slice(0, from + start.length)}\n\n${text}\n\n${written.slice(to)}`;
}

/** The options of `tracer install`, from oclif's manifest; those that the install script has too are in its usage. */
function tracerOptionsTable() {
  const manifest = JSON.parse(readFileSync(inRoot('plugins/tracer/oclif.manifest.json'), 'utf8'));
  const usage = readFileSync(inRoot('plugins/tracer/scripts/install.sh'), 'utf8');
  return table(
    ['option', 'what it does', 'in the script'],
    Object.values(manifest.commands['tracer:install'].flags)
      .filter(({name}) => name !== 'json')
      .map(({name, char, allowNo, helpValue, summary}) => {
        const value = helpValue ? ` ${helpValue.replaceAll('|', '\\|')}` : '';
        const option = code(`--${allowNo ? '[no-]' : ''}${name}${value}`);
        const inScript = new RegExp(`^ {2,6}(-\\w, )?--${name} `, 'm').test(usage);
        return [char ? `${code(`-${char}`)}, ${option}` : option, summary, inScript ? 'yes' : '–'];
      }),
  );
}

const SPECTRAL_SEVERITIES = {error: 'error', warning: 'warning', note: 'info'};

function rulesTable() {
  return table(
    ['rule', 'severity', 'what it asks for'],
    LINT_RULES.map(({code: name, severity, lintSeverity = severity, summary}) => [
      `[${code(`apigen-${name}`)}](rules/${name}.md)`,
      SPECTRAL_SEVERITIES[lintSeverity],
      summary,
    ]),
  );
}

/** What the chart's account may change. */
const CHART_KINDS = OBJECT_KINDS.filter(({isAcrossNamespaces}) => !isAcrossNamespaces)
  .flatMap(({plural, apiVersions}) => apiVersions.map((version) => `${plural}.${version.split('/')[0]}`))
  .sort();

/** A hand-written file, in which one part is generated. */
function withPart(file, part, text) {
  const written = readFileSync(inRoot(file), 'utf8');
  if (!part.test(written)) throw new Error(`${file}: ${part} is missing`);
  return written.replace(part, text);
}

function chartReadme(file) {
  const values = readFileSync(inRoot(file.replace('README.md', 'values.yaml')), 'utf8');
  return withRegion(file, 'values', chartValues(values));
}

const GENERATED = {
  'plugins/tracer/docs/tracer.md': (file) => withRegion(file, 'options', tracerOptionsTable()),
  'schema.json': () => json(settingsSchema()),
  'schema-openapi.json': () => json(descriptionSchema()),
  'schema-mesh-routes.json': () => json(meshRoutesSchema()),
  'docs/httproute.md': (file) => withRegion(file, 'versions', versionsTable()),
  'docs/krm.md': (file) => withRegion(file, 'options', optionsTable(SPEC_OPTIONS)),
  'docs/settings.md': (file) => withRegion(file, 'settings', settingsTable()),
  'docs/decorators/service-profile.md': (file) =>
    withRegion(file, 'options', optionsTable(RUN_OPTIONS.filter(({decorator}) => decorator))),
  'docs/spectral.md': (file) => withRegion(file, 'rules', rulesTable()),
  'docs/commands.md': commandReference,
  'rulesets/apigen.spectral.yaml': spectralYaml,
  'charts/apigen-routes/values.yaml': (file) =>
    withPart(file, /(?<=^kinds:\n)( {2}- .*\n)+/m, CHART_KINDS.map((name) => `  - ${name}\n`).join('')),
  'charts/apigen-routes/values.schema.json': (file) =>
    withPart(
      file,
      /(?<="kinds": \{[^}]*"enum": \[)[^\]]*/,
      CHART_KINDS.map((name) => JSON.stringify(name)).join(', '),
    ),
  'plugins/tracer/chart/README.md': chartReadme,
  'charts/apigen-routes/README.md': chartReadme,
};

const stale = [];
for (const [file, make] of Object.entries(GENERATED)) {
  const text = await make(file);
  if (existsSync(inRoot(file)) && readFileSync(inRoot(file), 'utf8') === text) continue;
  stale.push(file);
  if (process.argv.includes('--check')) continue;
  writeFileSync(inRoot(file), text);
}

if (process.argv.includes('--check') && stale.length > 0) {
  process.stderr.write(`out of date: ${stale.join(', ')}; run \`npm run generate\`\n`);
  process.exitCode = 1;
}
