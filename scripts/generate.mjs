#!/usr/bin/env node
// Writes the files that are made from the sources; with --check, prints which of them are out of date and exits with 1.
// It reads dist/, so build first.
import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {
  descriptionSchema,
  LINT_RULES,
  meshRoutesSchema,
  RUN_OPTIONS,
  SETTINGS,
  SPEC_OPTIONS,
  settingsSchema,
} from '../dist/src/index.js';
import {chartReadme} from './chart-readme.mjs';
import {compiledPackages, dependencies} from './dependencies.mjs';
import {spectralYaml} from './spectral-yaml.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const inRoot = (file) => path.join(root, file);

const code = (text) => `\`${text}\``;
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A cell of a table, in which `|` would begin the next one. */
const cell = (text) => text.replaceAll('|', '\\|');
const defaultOf = (value) => (value === undefined ? '–' : code(value));

function settingsTable() {
  return table(
    ['setting', 'flag', 'type', 'default', 'levels', 'target', 'what it does'],
    SETTINGS.map(({key, flag, type, default: value, scopes, target, summary}) => [
      code(key),
      flag ? code(`--${type.flag.valueName === undefined ? '[no-]' : ''}${key}`) : '–',
      cell(type.name),
      defaultOf(value),
      scopes.join(', '),
      target === undefined ? 'all' : code(target),
      summary,
    ]),
  );
}

function optionsTable(options) {
  return table(
    ['option', 'type', 'default', 'target', 'what it does'],
    options.map(({key, type, default: value, target, summary}) => [
      code(key),
      cell(type.name),
      defaultOf(value),
      target === undefined ? 'all' : code(target),
      summary,
    ]),
  );
}

function help(...args) {
  const {stdout, status, stderr} = spawnSync(process.execPath, [inRoot('bin/run.cjs'), ...args, '--help'], {
    encoding: 'utf8',
    env: {...process.env, COLUMNS: '110', NO_COLOR: '1', OCLIF_COLUMNS: '110'},
  });
  if (status !== 0) throw new Error(`apigen ${args.join(' ')} --help failed: ${stderr}`);
  return stdout.replace(/[ \t]+$/gm, '').trim();
}

/** Our own commands; those of oclif's plugins are documented by oclif. */
function commandIds() {
  return ['oclif.manifest.json', 'plugins/tracer/oclif.manifest.json']
    .filter((file) => existsSync(inRoot(file)))
    .flatMap((file) => Object.values(JSON.parse(readFileSync(inRoot(file), 'utf8')).commands))
    .filter(({hidden, id}) => !hidden && !/^plugins\b/.test(id))
    .map(({id}) => id)
    .sort();
}

function commandReference() {
  const sections = commandIds().map((id) => {
    const words = id.split(':');
    return `## \`apigen ${words.join(' ')}\`\n\n\`\`\`text\n${help(...words)}\n\`\`\`\n`;
  });
  return `# Commands\n\nMade from the commands themselves by \`npm run generate\`.\n\n${sections.join('\n')}`;
}

/** A hand-written file, in which the text between `<!-- NAME:start -->` and `<!-- NAME:end -->` is generated. */
function withRegion(file, name, text, written = readFileSync(inRoot(file), 'utf8')) {
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

const megabytes = (value) => `${value.toFixed(1)} MB`;

function dependenciesTable() {
  const {rows, total} = dependencies(root);
  return `${table(
    ['package', 'for', 'packages', 'size', 'upkeep', 'licence'],
    rows.map(({name, version, purpose, packages, megabytes: size, upkeep, license}) => [
      `${code(name)} ${version}`,
      purpose,
      packages,
      size === 0 ? '–' : megabytes(size),
      upkeep,
      license,
    ]),
  )}\n\nThey share packages: together they are ${total.packages}, with ${megabytes(total.megabytes)} of files.`;
}

function compiledTable() {
  return table(
    ['package', 'licence'],
    compiledPackages(root).map(({name, version, license}) => [`${code(name)} ${version}`, license]),
  );
}

const GENERATED = {
  'docs/dependencies.md': (file) =>
    withRegion(file, 'dependencies', dependenciesTable(), withRegion(file, 'compiled', compiledTable())),
  'docs/tracer.md': (file) => withRegion(file, 'options', tracerOptionsTable()),
  'schema.json': () => json(settingsSchema()),
  'schema-openapi.json': () => json(descriptionSchema()),
  'schema-mesh-routes.json': () => json(meshRoutesSchema()),
  'docs/krm.md': (file) => withRegion(file, 'options', optionsTable(SPEC_OPTIONS)),
  'README.md': (file) => withRegion(file, 'settings', settingsTable()),
  'docs/settings.md': (file) => withRegion(file, 'settings', settingsTable()),
  'docs/decorators/service-profile.md': (file) =>
    withRegion(file, 'options', optionsTable(RUN_OPTIONS.filter(({decorator}) => decorator))),
  'docs/specification.md': (file) => withRegion(file, 'settings', settingsTable()),
  'docs/spectral.md': (file) => withRegion(file, 'rules', rulesTable()),
  'docs/commands.md': commandReference,
  'rulesets/apigen.spectral.yaml': spectralYaml,
  'plugins/tracer/chart/README.md': () => chartReadme(inRoot('plugins/tracer/chart')),
};

const stale = Object.entries(GENERATED).filter(([file, make]) => {
  const text = make(file);
  if (existsSync(inRoot(file)) && readFileSync(inRoot(file), 'utf8') === text) return false;
  if (!process.argv.includes('--check')) {
    mkdirSync(path.dirname(inRoot(file)), {recursive: true});
    writeFileSync(inRoot(file), text);
  }
  return true;
});

if (process.argv.includes('--check') && stale.length > 0) {
  process.stderr.write(`out of date: ${stale.map(([file]) => file).join(', ')}; run \`npm run generate\`\n`);
  process.exitCode = 1;
}
