import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import vm from 'node:vm'

const source = readFileSync(join(import.meta.dirname, '..', 'bin', 'run.js'), 'utf8').replace(/^#!.*/, '')

/**
 * Runs the program's file as a given version of Node.js would.
 * @param files package files that exist
 * @returns its output and exit code
 */
function runAs(node: string, files: readonly string[]): { said: string; code: number | undefined } {
  let said = ''
  const ended = new Error('ended')
  const process = {
    argv: [],
    version: `v${node}`,
    versions: { node },
    execPath: '/usr/bin/node',
    exit(code: number) {
      throw Object.assign(ended, { code })
    },
  }
  const existsSync = (path: string) => files.includes(path.replace('/package/bin/../', ''))
  const require = (name: string) => (name === 'fs' ? { existsSync } : { main: () => undefined })
  const globals = { process, require, __dirname: '/package/bin', console: { error: (text: string) => (said += text) } }
  try {
    // Old versions load the file at best as CommonJS: a script, which must not contain import statements.
    new vm.Script(source).runInContext(vm.createContext(globals))
  } catch (error) {
    if (error !== ended) throw error
    return { said, code: (error as { code?: number }).code }
  }
  return { said, code: undefined }
}

const CLONE = ['src/cli.ts', 'dist/cli.cjs']
const INSTALLED = ['dist/cli.cjs']

test('a Node that is too old is told so, and what to do in a clone and in an installation', () => {
  for (const old of ['10.24.1', '18.20.0', '20.20.2', '22.14.0']) {
    const fact = `legal-text needs Node.js 22.15 or newer; this is v${old} (/usr/bin/node).\n`
    const clone = 'In a clone, "npm ci" gets one, and npm runs legal-text on it: npm run -s legal-text -- help'
    const installed = 'Install a newer Node.js (https://nodejs.org), and put it first in your PATH.'
    assert.deepEqual(runAs(old, CLONE), { said: fact + clone, code: 1 })
    assert.deepEqual(runAs(old, INSTALLED), { said: fact + installed, code: 1 })
  }
})

test('a clone that is not built is told how to build it', () => {
  const said = 'legal-text is not built yet; run: npm ci && npm run build'
  assert.deepEqual(runAs('24.0.0', ['src/cli.ts']), { said, code: 1 })
})

test('a Node that is new enough goes on', () => {
  for (const good of ['22.15.0', '22.21.1', '24.0.0', '26.1.0'])
    assert.deepEqual(runAs(good, INSTALLED), { said: '', code: undefined })
})
