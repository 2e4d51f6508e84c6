/** Imports between the rooms of `src` point one way, types included. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from '../../src/program/package.ts'

const source = join(packageRoot, 'src')
const files = globSync('**/*.ts', { cwd: source }).sort()

/** Single modules that any room may import; the pure rooms only the leaves. */
const LEAVES = ['binary-search.ts', 'edit-distance.ts', 'lazy.ts', 'lru-cache.ts', 'shorten.ts', 'superscripts.ts']
const COMMON = [
  'errors.ts',
  'iso-date.ts',
  'arguments.ts',
  'settings.ts',
  'settings-table.ts',
  'setting-values.ts',
  'package.ts',
  'variables.ts',
  'version.ts',
  'cache-path.ts',
  'system-error.ts',
  'turns.ts',
  'job-thread.ts',
]

/** What each room may import: rooms above it in this table, or single modules of them. */
const MAY_IMPORT: Record<string, string[]> = {
  texts: [],
  'load-texts.ts': ['texts'],
  citation: [],
  search: [],
  patterns: [],
  'plain-text': [],
  files: [],
  archive: ['files'],
  download: ['files'],
  corpus: ['citation', 'search', 'patterns'],
  layout: ['corpus', 'texts', 'citation'],
  documents: ['plain-text', 'archive'],
  resolve: ['corpus', 'citation', 'search', 'plain-text'],
  tables: ['corpus', 'citation', 'search', 'patterns', 'files'],
  sqlite: ['tables', 'corpus', 'citation', 'search', 'patterns', 'files'],
  postgres: ['tables', 'sqlite', 'corpus', 'search'],
  differences: ['corpus', 'layout'],
  pages: ['texts', 'layout', 'citation', 'corpus', 'search', 'errors.ts'],
  operations: ['resolve', 'differences', 'corpus', 'citation', 'search', 'patterns'],
  ingest: ['corpus', 'citation', 'search', 'tables', 'sqlite', 'archive', 'download', 'files'],
  dataset: ['corpus', 'tables', 'sqlite', 'postgres', 'ingest', 'archive', 'download', 'files'],
  formats: [
    'texts',
    'operations',
    'resolve',
    'differences',
    'corpus',
    'citation',
    'layout',
    'read-text/files/document.ts',
    'read-text/positions.ts',
  ],
  mcp: ['operations', 'formats', 'resolve', 'dataset', 'corpus', 'citation', 'layout'],
  http: ['texts', 'load-texts.ts', 'pages', 'layout', 'operations', 'formats', 'dataset', 'corpus', 'citation', 'mcp'],
  library: ['operations', 'resolve', 'dataset', 'corpus', 'citation', 'documents', 'plain-text'],
  terminal: [
    'texts',
    'formats',
    'operations',
    'resolve',
    'differences',
    'corpus',
    'citation',
    'search',
    'layout',
    'dataset',
    'read-text/files/document.ts',
  ],
  web: ['pages', 'citation', 'corpus', 'search', 'resolve/citation.ts'],
  commands: [
    'texts',
    'load-texts.ts',
    'operations',
    'formats',
    'citation',
    'resolve',
    'corpus',
    'plain-text',
    'documents',
    'files',
    'http',
    'mcp',
    'dataset',
    'terminal',
  ],
  packaging: [
    'texts',
    'files',
    'load-texts.ts',
    'ingest',
    'operations',
    'dataset',
    'mcp',
    'http',
    'commands',
    'terminal',
  ],
  'index.ts': [
    'library',
    'operations',
    'resolve',
    'differences',
    'formats',
    'ingest',
    'dataset',
    'read-text/files/document.ts',
    'read-text/format.ts',
    'mcp',
    'http',
    'corpus',
    'citation',
    'search',
  ],
  'server.ts': ['http'],
  'compile-cache.ts': ['files'],
  // `--version` gives the schema version of the bundles that this program reads and writes.
  'cli.ts': ['texts', 'commands', 'terminal', 'store/bundle-schema.ts'],
}
/** Rooms that use nothing of Node.js: `web` runs in browsers. */
const PURE = ['texts', 'pages', 'citation', 'search', 'patterns', 'plain-text', 'layout', 'web']
/** Rooms of which other rooms import `index.ts` only. */
const WITH_ENTRY = ['search']

/** The modules of the project that a file imports, types included, relative to `src`. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8').replace(/^ *(\/\*\*|\*|\/\/).*$/gm, '')
  const imports = text.matchAll(/(?:^(?:import|export)\b[^;'"]*?\bfrom |\bimport\(\s*)'(\.[^']+)'/gm)
  return Array.from(imports, ([, path = '']) => normalize(join(dirname(file), path)).replaceAll('\\', '/'))
}

const roomOf = (file: string) => file.split('/')[0] as string

test('every folder and file of src has its place in the table', () => {
  assert.deepEqual([...new Set(files.map(roomOf))].sort(), [...Object.keys(MAY_IMPORT), ...COMMON, ...LEAVES].sort())
})

test('rooms import only rooms above them in the table', () => {
  const order = [...COMMON, ...Object.keys(MAY_IMPORT)]
  for (const [room, allowed] of Object.entries(MAY_IMPORT)) {
    for (const target of allowed) assert(order.indexOf(roomOf(target)) < order.indexOf(room), `${room} -> ${target}`)
  }
})

test('rooms import only what the table allows', () => {
  for (const file of files) {
    const room = roomOf(file)
    const allowed = [...(MAY_IMPORT[room] ?? []), ...LEAVES, ...(PURE.includes(room) ? [] : COMMON)]
    for (const target of importsOf(file)) {
      if (roomOf(target) === room) continue
      assert(allowed.includes(roomOf(target)) || allowed.includes(target), `${file} must not import ${target}`)
      const isEntry = !WITH_ENTRY.includes(roomOf(target)) || target.endsWith('/index.ts')
      assert(isEntry, `${file} must import ${roomOf(target)}/index.ts, not ${target}`)
    }
  }
})

test('no imports form a cycle', () => {
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

test('only commands know oclif, only http knows polka, and pure rooms know nothing of Node.js', () => {
  for (const file of files) {
    const text = readFileSync(join(source, file), 'utf8')
    const imports = (name: string) => new RegExp(`(from|import\\() ?'${name}['/]`).test(text)
    const room = roomOf(file)
    if (room !== 'commands') assert(!imports('@oclif/core'), file)
    if (room !== 'http') assert(!imports('polka'), file)
    if (['operations', 'corpus', ...PURE].includes(room)) assert(!imports('node:http'), file)
    if (PURE.includes(room)) assert(!/from 'node:/.test(text), `${file} is pure`)
    // The types of Node.js are known in `web`, because types that it imports lead to a `Buffer` in `search`.
    if (room === 'web') assert(!/\b(?:Buffer|process|require)[.(]/.test(text), `${file} runs in browsers`)
  }
})

test('no statement has numbered parameters, which Node.js 22 does not bind by position', () => {
  const numbered = files.filter((file) => /[\s=(,]\?[1-9]\b/.test(readFileSync(join(source, file), 'utf8')))
  assert.deepEqual(numbered, [])
})
