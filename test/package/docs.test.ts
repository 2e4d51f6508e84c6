import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ERROR_KINDS } from '../../src/errors.ts'
import { readManifest } from '../../src/package/read-manifest.ts'
import { referencePages } from '../../src/package/reference-pages.ts'
import { packageRoot } from '../../src/package.ts'
import { SETTINGS } from '../../src/settings.ts'

const manifest = readManifest()
const commands = Object.values(manifest.commands)
const docs = (name: string) => readFileSync(join(packageRoot, 'docs', name), 'utf8')

test('generated pages are up to date', () => {
  for (const [name, text] of Object.entries(referencePages(manifest))) {
    assert.equal(docs(name), text, `docs/${name} is stale: npm run build && npm run docs`)
  }
})

test('every command file is in the manifest, and every command is documented', () => {
  const files = globSync('**/*.ts', { cwd: join(packageRoot, 'src', 'commands'), exclude: ['base/**'] })
  const ids = files.map((file) => file.replace(/\.ts$/, '').replaceAll(/[\\/]/g, ':')).sort()
  assert.deepEqual(commands.map(({ id }) => id).sort(), ids)
  for (const id of ids) assert(docs('commands.md').includes(`\n## legal-text ${id.replaceAll(':', ' ')}\n`), id)
})

test('commands, arguments and flags are described, each command with examples', () => {
  for (const { id, summary, description, args, flags, examples = [] } of commands) {
    assert.match(summary ?? '', /^[A-Z].*\.$/, id)
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

test('the two lines of the README: the first shows a norm, the second is what CI runs', () => {
  const readme = readFileSync(join(packageRoot, 'README.md'), 'utf8')
  const [show = '', tests = ''] = /^```sh\n(.+)\n(.+)\n```$/m.exec(readme)?.slice(1) ?? []
  const [setUp = '', command = ''] = show.split(' && ')
  assert.equal(setUp, 'npm ci')
  assert.match(execFileSync('bash', ['-c', command], { cwd: packageRoot, encoding: 'utf8' }), /^§ 1 {2}\S/)
  assert(
    readFileSync(join(packageRoot, '.ci', 'run'), 'utf8')
      .split('\n')
      .includes(tests),
    tests,
  )
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
