import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { FAMILIES, isRead } from '../../../src/ingest/sources/families.ts'
import { packageRoot } from '../../../src/package.ts'

test('the build reads the files that some source family reads', () => {
  assert.deepEqual(
    ['a/b.xml', 'A.XML', 'laws.json', 'bgb/xml.zip', 'xml.zip', 'a.pdf', 'other.zip', 'xml', 'axml.zip'].map(isRead),
    [true, true, true, true, true, false, false, false, false],
  )
})

test('each family has a name of its own', () => {
  assert.equal(new Set(FAMILIES.map(({ name }) => name)).size, FAMILIES.length)
})

test('only families.ts imports a source family', () => {
  const source = join(packageRoot, 'src')
  for (const file of globSync('**/*.ts', { cwd: source })) {
    const [, family] = /^ingest\/sources\/(\w+)\//.exec(file.replaceAll('\\', '/')) ?? []
    if (file.endsWith(join('sources', 'families.ts'))) continue
    for (const [, path = ''] of readFileSync(join(source, file), 'utf8').matchAll(/from '(\.[^']*)'/g)) {
      const [, imported = family] =
        /^ingest\/sources\/(\w+)\//.exec(join(dirname(file), path).replaceAll('\\', '/')) ?? []
      assert.equal(imported, family, `${file} imports the family ${imported}`)
    }
  }
})
