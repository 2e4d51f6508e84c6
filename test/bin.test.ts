import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import vm from 'node:vm'

const source = readFileSync(join(import.meta.dirname, '..', 'bin', 'run.js'), 'utf8').replace(/^#!.*/, '')

/** Runs the program's file as a Node of some version would. @returns what it said, and its exit code */
function runAs(node: string): { said: string; code: number | undefined } {
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
  const require = () => ({ enableCompileCache: () => undefined, main: () => undefined })
  const context = vm.createContext({ process, require, console: { error: (text: string) => (said += text) } })
  try {
    // Old versions load the file as CommonJS at best: a script, no import statement may stand in it.
    new vm.Script(source).runInContext(context)
  } catch (error) {
    if (error !== ended) throw error
    return { said, code: (error as { code?: number }).code }
  }
  return { said, code: undefined }
}

test('a Node that is too old is told so in one line', () => {
  for (const old of ['10.24.1', '18.20.0', '20.20.2', '22.14.0']) {
    const { said, code } = runAs(old)
    assert.equal(code, 1)
    assert.equal(said, `legal-text needs Node.js 22.15 or newer; this is v${old} (/usr/bin/node).`)
  }
})

test('a Node that is new enough goes on', () => {
  for (const good of ['22.15.0', '22.21.1', '24.0.0', '26.1.0'])
    assert.deepEqual(runAs(good), { said: '', code: undefined })
})
