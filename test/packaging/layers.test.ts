import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from '../../src/package.ts'

const source = join(packageRoot, 'src')
const files = globSync('**/*.ts', { cwd: source }).sort()

/** What each room may import of the others, types included: rooms, or single modules of them. */
const MAY_IMPORT: Record<string, string[]> = {
  citation: [],
  search: [],
  'plain-text': [],
  files: [],
  archive: ['files'],
  download: ['files'],
  corpus: ['citation', 'search'],
  layout: ['corpus'],
  documents: ['plain-text', 'archive'],
  resolve: ['corpus', 'citation', 'search', 'plain-text'],
  sqlite: ['corpus', 'citation', 'search', 'files'],
  operations: ['resolve', 'corpus', 'search'],
  ingest: ['corpus', 'citation', 'search', 'sqlite', 'archive', 'download', 'files'],
  dataset: ['corpus', 'sqlite', 'ingest', 'archive', 'download', 'files'],
  formats: ['operations', 'resolve', 'corpus', 'layout', 'documents/document.ts', 'plain-text/positions.ts'],
  http: ['operations', 'formats', 'dataset', 'corpus'],
  terminal: ['formats', 'operations', 'resolve', 'corpus', 'search', 'layout', 'dataset', 'documents/document.ts'],
  web: ['layout', 'citation', 'corpus', 'search', 'errors.ts'],
  commands: [
    'operations',
    'formats',
    'citation',
    'resolve',
    'corpus',
    'plain-text',
    'documents',
    'http',
    'dataset',
    'ingest',
    'terminal',
  ],
  packaging: ['ingest', 'dataset', 'http', 'operations', 'corpus', 'commands', 'terminal'],
  'index.ts': ['corpus', 'operations', 'dataset', 'http', 'search'],
  'server.ts': ['http'],
  'compile-cache.ts': ['files'],
  'cli.ts': ['commands', 'terminal'],
}
/** What anyone but the pure layers may import. */
const COMMON = [
  'errors.ts',
  'settings.ts',
  'settings-table.ts',
  'setting-values.ts',
  'package.ts',
  'version.ts',
  'cache-path.ts',
  'system-error.ts',
]
/** A table without imports, for every room. */
const LEAF = 'superscripts.ts'
/** Layers that use nothing of Node: `web` runs in browsers. */
const PURE = ['citation', 'search', 'plain-text', 'layout', 'web']

/** The modules of the project that a file imports, types included, relative to `src`. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8').replace(/^ *(\/\*\*|\*|\/\/).*$/gm, '')
  const imports = text.matchAll(/(?:^(?:import|export)\b[^;'"]*?\bfrom |\bimport\(\s*)'(\.[^']+)'/gm)
  return Array.from(imports, ([, path = '']) => normalize(join(dirname(file), path)).replaceAll('\\', '/'))
}

const layerOf = (file: string) => file.split('/')[0] as string

test('every folder and file of src has its place in the layers', () => {
  assert.deepEqual([...new Set(files.map(layerOf))].sort(), [...Object.keys(MAY_IMPORT), ...COMMON, LEAF].sort())
})

test('imports point one way', () => {
  for (const file of files) {
    const layer = layerOf(file)
    for (const target of importsOf(file)) {
      if (layerOf(target) === layer) continue
      const allowed = [...(MAY_IMPORT[layer] ?? []), ...(PURE.includes(layer) ? [] : COMMON), LEAF]
      assert(allowed.includes(layerOf(target)) || allowed.includes(target), `${file} must not import ${target}`)
    }
  }
})

test('no imports go round in a circle', () => {
  const graph = new Map(files.map((file) => [file, importsOf(file)]))
  const done = new Set<string>()
  const visit = (file: string, path: string[]) => {
    assert(!path.includes(file), [...path.slice(path.indexOf(file)), file].join(' -> '))
    if (done.has(file)) return
    for (const target of graph.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
})

test('operations know nothing of HTTP or of the command line, and only commands know oclif', () => {
  for (const file of files) {
    const text = readFileSync(join(source, file), 'utf8')
    const imports = (name: string) => new RegExp(`(from|import\\() ?'${name}['/]`).test(text)
    if (!['commands', 'cli.ts'].includes(layerOf(file))) assert(!imports('@oclif/core'), file)
    if (layerOf(file) !== 'http') assert(!imports('polka'), file)
    if (['operations', 'corpus', ...PURE].includes(layerOf(file))) assert(!imports('node:http'), file)
    if (PURE.includes(layerOf(file))) assert(!/from 'node:/.test(text), `${file} is pure`)
  }
})

test('no file is longer than 300 lines', () => {
  for (const file of files) {
    const lines = readFileSync(join(source, file), 'utf8').split('\n').length - 1
    assert(lines <= 300, `${file} has ${lines} lines`)
  }
})
