/**
 * Runs the tests of each folder in one process: starting one for each of the 330 files costs as much as the tests do. Arguments:
 * file patterns; without one, every test runs.
 */
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Compares with a stored snapshot, which Node.js looks for beside the file given to it. */
const WITH_SNAPSHOT = 'test/cli/surface.test.ts'

/** A module with a suite for each file, so that a file's hooks apply only to its own tests. */
function suites(files: readonly string[]): string {
  const lines = files.map((file) => `await suite('${file}', () => import('${pathToFileURL(resolve(file))}'))\n`)
  return `import { suite } from 'node:test'\n${lines.join('')}`
}

const patterns = process.argv.slice(2)
const files = globSync(patterns.length > 0 ? patterns : 'test/**/*.test.ts').map((file) => file.replaceAll('\\', '/'))
if (files.length === 0) throw new Error(`no tests match ${patterns.join(' ')}`)

const folder = mkdtempSync(join(tmpdir(), 'legal-text-tests-'))
try {
  const groups = [...Map.groupBy(files.sort(), (file) => (file === WITH_SNAPSHOT ? file : dirname(file)))]
  const modules = groups.map(([name, members]) => {
    if (name === WITH_SNAPSHOT) return name
    const module = join(folder, `${name.replaceAll('/', '-')}.mjs`)
    writeFileSync(module, suites(members))
    return module
  })
  const options = ['--test', '--test-concurrency=2', '--test-timeout=600000', '--test-reporter=spec']
  const { status } = spawnSync(process.execPath, [...options, ...modules], { stdio: 'inherit' })
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true })
}
