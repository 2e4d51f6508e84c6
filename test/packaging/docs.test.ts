import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { allCommands, listedCommands } from '../../src/cli/commands.ts'
import { displayWidth } from '../../src/cli/terminal/width.ts'
import { openCorpus } from '../../src/dataset/open.ts'
import { withDigests } from '../../src/packaging/examples.ts'
import { referencePages } from '../../src/packaging/reference-pages.ts'
import { packageRoot } from '../../src/program/package.ts'
import { SETTINGS } from '../../src/program/settings.ts'
import { ERROR_KINDS } from '../../src/util/errors.ts'

const commands = await allCommands()
/** Indentation of examples in help. */
const INDENT = 2
const docs = (name: string) => readFileSync(join(packageRoot, 'docs', name), 'utf8')

test('generated pages are up to date', () => {
  for (const [name, text] of Object.entries(referencePages(commands))) {
    assert.equal(docs(name) === text, true, `docs/${name} is stale: npm run build && npm run docs`)
  }
})

test('no example of the docs shows a program that failed', () => {
  for (const name of globSync('*.md', { cwd: join(packageRoot, 'docs') }))
    assert.doesNotMatch(docs(name), /^(?:jq: error|bash: )/m, `docs/${name}`)
})

test('every command file is a command, and every command is documented', () => {
  const files = globSync('**/*.ts', { cwd: join(packageRoot, 'src', 'cli', 'commands') })
  const names = files.map((file) => file.replace(/\.ts$/, '').replaceAll(/[\\/]/g, ' ')).sort()
  assert.deepEqual(
    commands.map(({ name }) => name),
    names,
  )
  for (const name of names) assert(docs('commands.md').includes(`\n## legal-text ${name}\n`), name)
})

test('the manifest has every command with its summary', () => {
  const manifest = listedCommands().map(({ id, summary }) => [id.replaceAll(':', ' '), summary])
  assert.deepEqual(
    manifest.sort(),
    commands.map(({ name, description }) => [name, description.summary]),
  )
})

test('commands, arguments and flags are described, each command with three examples or more', () => {
  for (const { name, description } of commands) {
    const { summary, description: text, arguments: named = [], flags = {}, examples } = description
    assert.match(summary, /^[A-Z].*\.$/, name)
    assert.match(text, /^[A-Z].*\.$/s, name)
    assert(examples.length >= 3, `${name}: at least three examples`)
    for (const [meaning, line] of examples) {
      assert.doesNotMatch(meaning, /\.$/, name)
      assert(line.includes(`legal-text ${name}`), `${name}: ${line}`)
      assert(INDENT + displayWidth(line) <= 80, `${name}: wider than 80 columns: ${line}`)
    }
    for (const [each, about] of [...named.map((one) => [one.name, one] as const), ...Object.entries(flags)]) {
      assert.match(about.description, /^[A-Z].*\.$/, `${name} ${each}`)
    }
    assert(flags.json, `${name} has --json`)
  }
})

test('every setting and every error kind is documented', () => {
  for (const { name } of Object.values(SETTINGS)) assert(docs('settings.md').includes(`| \`${name}\` |`), name)
  for (const kind of Object.keys(ERROR_KINDS)) assert(docs('errors.md').includes(`| \`${kind}\` |`), kind)
})

test('all pages show the bundle id of the sample', async () => {
  // The page on datasets builds a different bundle, of the newest state only.
  const pages = ['README.md', ...globSync('docs/*.md', { cwd: packageRoot, exclude: ['docs/datasets.md'] })]
  const text = pages.map((page) => readFileSync(join(packageRoot, page), 'utf8')).join('\n')
  const ids = new Set(text.match(/(?<=^ *(?:Bundle +|"bundle_id": "))[0-9a-f]{16}\b/gm))
  const digests = new Set(text.match(/(?<=^ *(?:"digest": ")?sha256:)[0-9a-f]{16}/gm))
  assert.equal(ids.size, 1, `${[...ids].join(', ')}: npm run build && npm run docs`)
  assert.deepEqual(digests, ids)
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'node_modules', 'node', 'package.json'), 'utf8'))
  // Another Node.js has other versions of SQLite and zstd, and so builds a different bundle of the same sample.
  if (process.versions.node !== version) return
  const corpus = await openCorpus({ dataset: 'starter' })
  assert.deepEqual([...ids], [corpus.bundle.id], 'npm run build && npm run docs')
  await corpus.close()
})

test('the digests of a documented output are those of the actual one', () => {
  const [one, other] = ['0123456789abcdef', 'f'.repeat(16)]
  assert.equal(withDigests(`Bundle  ${one}\n…`, `Bundle  ${other}\nSchema 7`), `Bundle  ${other}\n…`)
  assert.equal(withDigests(`${one}\n…`, `${other}\n${one}`), `${one}\n…`)
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

/** Heading anchors of a page. */
function anchors(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
