import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { FAMILIES, isRead } from '../../src/import/families.ts'
import { packageRoot } from '../../src/program/package.ts'

test('the build reads the files that some source family reads', () => {
  assert.deepEqual(
    ['a/b.xml', 'A.XML', 'laws.json', 'bgb/xml.zip', 'xml.zip', 'a.pdf', 'other.zip', 'xml', 'axml.zip'].map(isRead),
    [true, true, true, true, true, false, true, false, true],
  )
})

test('each family has a name of its own', () => {
  assert.equal(new Set(FAMILIES.map(({ name }) => name)).size, FAMILIES.length)
})

test('only families.ts imports a source family; other folders are shared, and import none', () => {
  const source = join(packageRoot, 'src')
  const familyOf = (path: string) => {
    const [, folder] = /^import\/(\w+)\//.exec(path.replaceAll('\\', '/')) ?? []
    return folder !== undefined && families.has(folder) ? folder : undefined
  }
  const families = new Set(globSync('*/family.ts', { cwd: join(source, 'import') }).map((path) => dirname(path)))
  assert.equal(families.size, FAMILIES.length)
  for (const file of globSync('**/*.ts', { cwd: source })) {
    const family = familyOf(file)
    if (file.endsWith(join('import', 'families.ts'))) continue
    for (const [, path = ''] of readFileSync(join(source, file), 'utf8').matchAll(/from '(\.[^']*)'/g)) {
      const imported = familyOf(join(dirname(file), path)) ?? family
      // LegalDocML.de and Markdown are read like the official XML.
      if ((family === 'legaldocml' || family === 'markdown') && imported === 'gii') continue
      assert.equal(imported, family, `${file} imports the family ${imported}`)
    }
  }
})
