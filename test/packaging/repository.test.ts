/** The front pages of repository and package: README, changelog, workflow, `package.json`. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from '../../src/program/package.ts'
import { cleanEnvironment } from '../e2e/program.ts'

const read = (name: string) => readFileSync(join(packageRoot, name), 'utf8')
const { bin, files, scripts, version } = JSON.parse(read('package.json')) as {
  bin: Record<string, string>
  files: string[]
  scripts: Record<string, string>
  version: string
}

test('the two lines of the README: the first builds and shows a norm, the second is what CI runs', () => {
  const [show = '', tests = ''] = /^```sh\n(.+)\n(.+)\n```$/m.exec(read('README.md'))?.slice(1) ?? []
  const [setUp, build, command = ''] = show.split(' && ')
  assert.deepEqual([setUp, build], ['npm ci', 'npm run -s build'])
  const options = { cwd: packageRoot, env: cleanEnvironment(), encoding: 'utf8' } as const
  assert.match(execFileSync('bash', ['-c', command], options), /^§ 1 {2}\S/)
  assert(read('.ci/run').split('\n').includes(tests), tests)
})

test('the README says how to get federal law', () => {
  const readme = read('README.md')
  assert.match(readme, /legal-text -- corpus pull\n.*legal-text -- norm "§ 433 BGB"/)
  assert.match(readme, /Node\.js of your PATH, which must be 22\.15 or newer/)
})

test('files are named from the folder in which npm was called', () => {
  assert.equal(scripts['legal-text'], 'node src/packaging/run-from-npm.cjs')
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-npm-'))
  try {
    writeFileSync(join(folder, 'letter.txt'), 'Nach § 1 MSGB.')
    // Direct, since npm takes longer.
    const said = execFileSync(process.execPath, ['src/packaging/run-from-npm.cjs', 'check', 'letter.txt'], {
      cwd: packageRoot,
      env: cleanEnvironment({ INIT_CWD: folder, DATASET_PATH: 'starter' }),
      encoding: 'utf8',
    })
    assert.match(said, /^1 citation in 1 file: all right\n/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('installing the package runs nothing, and installs no name but its own', () => {
  for (const name of ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare']) {
    assert.equal(scripts[name], undefined, name)
  }
  assert(!existsSync(join(packageRoot, 'binding.gyp')), 'npm would build it')
  assert.deepEqual(bin, { 'legal-text': 'bin/run.js' })
})

/** Pages of the package. */
const left = files.filter((name) => name.startsWith('!')).map((name) => name.slice(1))
const pages = ['README.md', 'NOTICE.md', 'CHANGELOG.md', ...globSync('docs/*.md', { cwd: packageRoot })].filter(
  (page) => !left.includes(page),
)

test('measurements, decisions, experiments and judged samples are not in the package', () => {
  for (const name of ['measurements.md', 'decisions.md', 'experiments.md', 'citations-sample.tsv'])
    assert(left.includes(`docs/${name}`))
})

test('pages of the package link only to what is in the package', () => {
  for (const page of pages) {
    for (const [, target = ''] of read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)) {
      const path = posix.join(posix.dirname(page), target)
      const isPacked = ['LICENSE', 'README.md', ...files].some((name) => path === name || path.startsWith(`${name}/`))
      assert(isPacked && !left.includes(path), `${page} links to ${target}`)
    }
  }
})

test('the changelog has one section a version, with its date, the newest first', () => {
  const sections = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, title = '']) => title)
  const released = sections.filter((title, index) => index > 0 || title !== 'Unreleased')
  for (const title of released) assert.match(title, /^\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)$/)
  assert.equal(released[0]?.split(' ')[0], version)
  assert.equal(new Set(sections.map((title) => title.split(' ')[0])).size, sections.length)
})

test('the workflow runs .ci/run, with no right but to read, on actions of pinned versions', () => {
  const workflow = read('.github/workflows/ci.yml')
  assert.match(workflow, /^ +- run: \.ci\/run$/m)
  assert.match(workflow, /^permissions:\n {2}contents: read\n\n/m)
  for (const [, action = ''] of workflow.matchAll(/uses: (.+)/g)) assert.match(action, /^actions\/[\w-]+@v\d+$/)
})

test('measurements are figures, without what was asked for', () => {
  assert.doesNotMatch(read('docs/measurements.md'), /\btargets?\b|asked for/i)
})
