#!/usr/bin/env node
// Writes the files that are made from the sources; with --check, says which of them are stale and exits with 1.
// It reads dist/, so build first.
import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {descriptionSchema, SETTINGS, settingsSchema} from '../dist/src/index.js';
import {renderInstallScript} from '../plugins/tracer/dist/install-script.js';
import {optionsOf} from '../plugins/tracer/dist/options.js';
import {chartReadme} from './chart-readme.mjs';
import {spectralYaml} from './spectral-yaml.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const inRoot = (file) => path.join(root, file);

const code = (text) => `\`${text}\``;
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function settingsTable() {
  return table(
    ['setting', 'flag', 'type', 'default', 'may stand at', 'what it does'],
    SETTINGS.map(({key, flag, type, unit, default: value, scopes, summary}) => [
      code(key),
      flag ? code(`--${key}`) : '–',
      unit ? `${type}, ${unit}` : type,
      value === undefined ? '–' : code(value),
      scopes.length === 1 ? 'root' : scopes.join(', '),
      summary,
    ]),
  );
}

function help(...args) {
  const {stdout, status, stderr} = spawnSync(process.execPath, [inRoot('bin/run.js'), ...args, '--help'], {
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
    .filter(({hidden}) => !hidden)
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

/** A hand-written file in which the text between `<!-- NAME:start -->` and `<!-- NAME:end -->` is generated. */
function withRegion(file, name, text) {
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const written = readFileSync(inRoot(file), 'utf8');
  const [from, to] = [written.indexOf(start), written.indexOf(end)];
  if (from === -1 || to === -1) throw new Error(`${file} lacks the markers ${start} and ${end}`);
  return `${written.slice(0, from + start.length)}\n\n${text}\n\n${written.slice(to)}`;
}

function tracerOptionsTable() {
  const inScript = new Set(optionsOf('script').map(({name}) => name));
  return table(
    ['option', 'default', 'what it does', 'in the script'],
    optionsOf('install').map(({name, char, value, choices, negatable, default: byDefault, summary}) => [
      (char ? `${code(`-${char}`)}, ` : '') +
        code(
          `--${negatable ? '[no-]' : ''}${name}${value ? ` <${choices?.join('\\|') ?? value.replaceAll('|', '\\|')}>` : ''}`,
        ),
      value && byDefault ? code(byDefault) : '–',
      summary,
      inScript.has(name) ? 'yes' : '–',
    ]),
  );
}

const INSTALL_SCRIPT = 'plugins/tracer/scripts/install.sh';

const GENERATED = {
  [INSTALL_SCRIPT]: () => renderInstallScript(readFileSync(inRoot(INSTALL_SCRIPT), 'utf8')),
  'docs/tracer.md': () => withRegion('docs/tracer.md', 'options', tracerOptionsTable()),
  'schema.json': () => json(settingsSchema()),
  'schema-openapi.json': () => json(descriptionSchema()),
  'README.md': () => withRegion('README.md', 'settings', settingsTable()),
  'docs/settings.md': () => withRegion('docs/settings.md', 'settings', settingsTable()),
  'docs/commands.md': commandReference,
  'rulesets/apigen.spectral.yaml': spectralYaml,
  'plugins/tracer/chart/README.md': () => chartReadme(inRoot('plugins/tracer/chart')),
};

const stale = Object.entries(GENERATED).filter(([file, make]) => {
  const text = make();
  if (existsSync(inRoot(file)) && readFileSync(inRoot(file), 'utf8') === text) return false;
  if (!process.argv.includes('--check')) {
    mkdirSync(path.dirname(inRoot(file)), {recursive: true});
    writeFileSync(inRoot(file), text);
  }
  return true;
});

if (process.argv.includes('--check') && stale.length > 0) {
  process.stderr.write(`stale: ${stale.map(([file]) => file).join(', ')}; run \`npm run generate\`\n`);
  process.exitCode = 1;
}
