/** Exports of the library: every operation, all of them documented. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import * as library from '../../src/index.ts'
import { catalogue } from '../../src/operations/catalogue.ts'
import { assetPath, packageRoot } from '../../src/program/package.ts'
import { formatsOf } from '../../src/render/formats.ts'

const source = join(packageRoot, 'src')
const read = (file: string) => readFileSync(join(source, file), 'utf8')
const target = (file: string, path: string) => join(dirname(file), path)
const DECLARATION = /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm
const NAMES = /^(?:import|export) (?:type )?\{([^}]*)\} from '(\..+)'/gm
const STAR = /^export (?:type )?\* from '(.+)'/gm

const listed = (names: string) => [...names.matchAll(/(\w+)\s*(?:,|$)/g)].map(([, name = '']) => name)

/** The names that a module exports. */
function namesOf(file: string): string[] {
  const text = read(file)
  return [
    ...Array.from(text.matchAll(/^export (?:type )?\{([^}]*)\}/gm), ([, names = '']) => listed(names)),
    ...Array.from(text.matchAll(STAR), ([, path = '']) => namesOf(target(file, path))),
    Array.from(text.matchAll(DECLARATION), ([, name = '']) => name),
  ].flat()
}

/** The module that declares a name exported or imported by another module. */
function declares(file: string, name: string): string | undefined {
  const text = read(file)
  if ([...text.matchAll(DECLARATION)].some(([, declared]) => declared === name)) return file
  const from = [...text.matchAll(NAMES)].find(([, names = '']) => listed(names).includes(name))?.[2]
  if (from !== undefined) return declares(target(file, from), name)
  return [...text.matchAll(STAR)].map(([, path = '']) => declares(target(file, path), name)).find(Boolean)
}

test('the library exports every operation of the catalogue under its name', () => {
  const exported = new Map<string, unknown>(Object.entries(library))
  for (const operation of catalogue) {
    const missing = `src/operations/catalogue.ts does not export ${operation.name}`
    assert.equal(exported.get(operation.name), operation, missing)
  }
})

test('the documentation has the formats of every operation', () => {
  const page = readFileSync(join(packageRoot, 'docs', 'library.md'), 'utf8')
  const [, table = ''] = /\| Operation \| Formats \|\n.*\n((?:\|.*\n)+)/.exec(page) ?? []
  const documented = table
    .trim()
    .split('\n')
    .flatMap((row) => {
      const [operations = '', formats = ''] = row.replace(', with `renderParts`', '').split('|').slice(1)
      return words(operations).map((operation): [string, string[]] => [operation, words(formats)])
    })
  const inPage = new Map(documented)
  for (const operation of catalogue) {
    const formats = formatsOf(operation)
    const row = `| \`${operation.name}\` | ${formats.map((format) => `\`${format}\``).join(', ')} |`
    assert.deepEqual(
      inPage.get(operation.name),
      formats,
      `the table of formats in docs/library.md needs the row ${row}`,
    )
    inPage.delete(operation.name)
  }
  assert.deepEqual([...inPage.keys()], [], 'the table of formats in docs/library.md has rows of unknown operations')
})

const words = (cell: string) => Array.from(cell.matchAll(/`(\w+)`/g), ([, word = '']) => word)

test('every name that the library exports has a doc comment', () => {
  const names = namesOf('index.ts')
  for (const name of [...Object.keys(library), 'TextSpan', 'SearchPage']) assert(names.includes(name), name)
  const undescribed = names.filter((name) => {
    const file = declares('index.ts', name)
    assert(file, `${name} is declared somewhere`)
    return !new RegExp(`\\*/\\nexport (?:async )?(?:const|function|class|interface|type) ${name}\\b`).test(read(file))
  })
  const needed = undescribed.map(
    (name) => `a comment /** … */ before \`export … ${name}\` in src/${declares('index.ts', name)}`,
  )
  assert.deepEqual(needed.toSorted(), [])
})

test('the declarations of the package lead to its dependencies only, and CommonJS has every name', () => {
  const { dependencies } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))
  const files = globSync('**/*.d.{ts,cts}', { cwd: assetPath('types') }).map((file) => join(assetPath('types'), file))
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  const packages = texts.flatMap((text) =>
    Array.from(
      text.matchAll(/(?:^(?:import|export)\b.* from |\bimport\()["'](node:\w+|@[^"'/]+\/[^"'/]+|[^."'@][^"'/]*)/gm),
      ([, name = '']) => name,
    ),
  )
  assert(packages.includes('zod'))
  assert.deepEqual(
    packages.filter((name) => !name.startsWith('node:') && !(name in dependencies)),
    [],
  )
  const commonJs = readFileSync(assetPath('types/index.d.cts'), 'utf8')
  for (const name of Object.keys(library)) assert(commonJs.includes(`export declare const ${name}: `), name)
})
