import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ERROR_KINDS } from '../../src/errors.ts'
import { packageRoot } from '../../src/package.ts'
import { readCommands } from '../../src/package/read-commands.ts'
import { referencePages } from '../../src/package/reference-pages.ts'
import { SETTINGS } from '../../src/settings.ts'

const commands = readCommands()
const docs = (name: string) => readFileSync(join(packageRoot, 'docs', name), 'utf8')

test('generated pages are up to date', () => {
  for (const [name, text] of Object.entries(referencePages(commands))) {
    assert.equal(docs(name), text, `docs/${name} is stale: npm run build && npm run docs`)
  }
})

test('every command file is in the manifest, and every command is documented', () => {
  const files = globSync('**/*.ts', { cwd: join(packageRoot, 'src', 'commands'), exclude: ['base/**'] })
  const ids = files.map((file) => file.replace(/\.ts$/, '').replaceAll(/[\\/]/g, ':')).sort()
  assert.deepEqual(commands.map(({ id }) => id), ids)
  for (const id of ids) assert(docs('commands.md').includes(`\n## legal-text ${id.replaceAll(':', ' ')}\n`), id)
})

test('commands, arguments and flags are described, each command with examples', () => {
  for (const { id, summary, description, args, flags, examples } of commands) {
    assert.match(summary, /^[A-Z].*\.$/, id)
    assert.notEqual(description, '', id)
    assert(examples.length >= 2, `${id}: at least two examples`)
    for (const [name, { description }] of Object.entries({ ...args, ...flags })) {
      assert.match(description ?? '', /^[A-Z].*\.$/, `${id} ${name}`)
    }
    assert(flags.json, `${id} has --json`)
  }
})

test('every setting and every error kind is documented', () => {
  for (const { name } of Object.values(SETTINGS)) assert(docs('settings.md').includes(`| \`${name}\` |`), name)
  for (const kind of Object.keys(ERROR_KINDS)) assert(docs('errors.md').includes(`| \`${kind}\` |`), kind)
})

test('links between the pages lead somewhere', () => {
  for (const page of ['README.md', 'NOTICE.md', 'CHANGELOG.md', ...globSync('docs/*.md', { cwd: packageRoot })]) {
    const text = readFileSync(join(packageRoot, page), 'utf8')
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
      const [file = '', anchor] = target.split('#')
      const path = file === '' ? join(packageRoot, page) : join(packageRoot, page, '..', file)
      const linked = globSync(path).length > 0
      assert(linked, `${page} links to ${target}`)
      if (anchor) assert(anchors(readFileSync(path, 'utf8')).includes(anchor), `${page} links to ${target}`)
    }
  }
})

/** Anchors of the headings of a page. */
function anchors(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
