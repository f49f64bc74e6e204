import path from 'node:path';
import {expect, it} from '@jest/globals';
import {cachedFolder, output} from '../../../release/tools.ts';
import {RELEASED} from '../released.ts';

// Package registries have a grammar of PowerShell, but not PowerShell itself.
const PACKAGES = ['tree-sitter==0.26.1', 'tree-sitter-powershell==0.26.4'];
const FAULTS = `
import sys, tree_sitter, tree_sitter_powershell
parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_powershell.language()))
def show(node):
    if node.is_error or node.is_missing: print(node.start_point.row + 1, node.text.decode()[:100])
    for child in node.children: show(child)
show(parser.parse(open(sys.argv[1], 'rb').read()).root_node)
`;

/** The syntax errors of a script, each with line and text. */
async function faults(file: string): Promise<string> {
  const folder = await cachedFolder('tree-sitter-powershell-0.26.4', async (empty) => {
    await output('pip', ['install', '--quiet', '--only-binary=:all:', '--target', empty, ...PACKAGES]);
  });
  return output('python3', ['-c', FAULTS, file], {env: {PYTHONPATH: folder}});
}

// The grammar is that of Windows PowerShell 5, which every Windows has.
it.each([
  'install-cli.ps1',
  'executables/apigen_extras/completions/apigen.ps1',
  'executables/tracer_extras/completions/tracer.ps1',
])('the grammar of PowerShell accepts %s', async (file) => {
  expect(await faults(path.join(RELEASED, file))).toBe('');
});
