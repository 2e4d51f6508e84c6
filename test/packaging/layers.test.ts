/** Imports between the rooms of `src` go in one direction, types included. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { ROOMS, roomOf, roomTable } from '../../src/packaging/rooms.ts'
import { packageRoot } from '../../src/program/package.ts'

const source = join(packageRoot, 'src')
const files = globSync('**/*.ts', { cwd: source }).sort()

/** Entry points and their allowed imports: no file imports them. */
const ENTRIES: Record<string, string[]> = {
  'cli.ts': ['i18n', 'cli', 'cli/terminal', 'store/bundle-schema.ts', 'program'],
  'server.ts': ['http', 'program'],
  'compile-cache.ts': ['files', 'program'],
  'executable.ts': ['cli.ts', 'dataset', 'http', 'program'],
  'index.ts': ['library', 'operations', 'resolve', 'differences', 'render', 'import', 'dataset', 'mcp', 'http'].concat([
    'read-text/files/document.ts',
    'read-text/format.ts',
    'model',
    'citation',
    'search',
    'program',
  ]),
}
/** Rooms whose `index.ts` alone may be imported by other rooms. */
const WITH_ENTRY = ['search']

/** Project modules that a file imports, types included, relative to `src`. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8').replace(/^ *(\/\*\*|\*|\/\/).*$/gm, '')
  const imports = text.matchAll(/(?:^(?:import|export)\b[^;'"]*?\bfrom |\bimport\(\s*)'(\.[^']+)'/gm)
  return Array.from(imports, ([, path = '']) => normalize(join(dirname(file), path)).replaceAll('\\', '/'))
}

test('every file of src is in a room, or an entry', () => {
  assert.deepEqual(
    files.filter((file) => roomOf(file) === undefined),
    Object.keys(ENTRIES).sort(),
  )
  for (const name of Object.keys(ROOMS))
    assert(
      files.some((file) => roomOf(file) === name),
      name,
    )
})

test('rooms import only rooms above them in the table', () => {
  const order = Object.keys(ROOMS)
  for (const [room, { imports, isPure }] of Object.entries(ROOMS)) {
    for (const target of imports) {
      const above = roomOf(`${target}/`) ?? ''
      assert(order.includes(above) && order.indexOf(above) < order.indexOf(room), `${room} -> ${target}`)
      const isPureToo = ROOMS[above]?.isPure || above === 'model' || target.includes('.')
      assert(!isPure || isPureToo, `${room} is pure, ${target} is not`)
    }
  }
})

test('rooms import only what the table allows', () => {
  for (const file of files) {
    const room = roomOf(file)
    const allowed = [...(ENTRIES[file] ?? ROOMS[room ?? '']?.imports ?? []), 'util', 'i18n']
    for (const target of importsOf(file)) {
      const from = roomOf(target) ?? ''
      if (from === room) continue
      assert(allowed.includes(from) || allowed.includes(target), `${file} must not import ${target}`)
      const isEntry = !WITH_ENTRY.includes(from) || target.endsWith('/index.ts')
      assert(isEntry, `${file} must import ${from}/index.ts, not ${target}`)
    }
  }
})

test('docs/architecture.md has the table of rooms', () => {
  assert(readFileSync(join(packageRoot, 'docs', 'architecture.md'), 'utf8').includes(roomTable()))
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
    const room = roomOf(file) ?? ''
    const isPure = ROOMS[room]?.isPure === true
    if (room !== 'cli') assert(!imports('@oclif/core'), file)
    if (room !== 'http') assert(!imports('polka'), file)
    if (room === 'operations' || room === 'model' || isPure) assert(!imports('node:http'), file)
    if (isPure) assert(!/from 'node:/.test(text), `${file} is pure`)
    // `web/browser` knows the types of Node.js, because types that it imports lead to a `Buffer` in `search`.
    if (room === 'web/browser') assert(!/\b(?:Buffer|process|require)[.(]/.test(text), `${file} runs in browsers`)
  }
})

test('no statement has numbered parameters, which Node.js 22 does not bind by position', () => {
  const numbered = files.filter((file) => /[\s=(,]\?[1-9]\b/.test(readFileSync(join(source, file), 'utf8')))
  assert.deepEqual(numbered, [])
})
