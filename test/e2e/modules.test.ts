/** What is loaded for a norm: not more than it takes. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { cleanEnvironment, PROGRAM } from './program.ts'

/** What may be run for `norm CODE NORM --json`: folders of `src` with the modules of each, and packages. */
const MODULES = {
  'src/citation': true,
  'src/cli': true,
  'src/cli/commands/norm.ts': true,
  'src/model': true,
  'src/dataset': true,
  'src/render/formats.ts': true,
  'src/operations': true,
  'src/read-text': false,
  'src/search': false,
  'src/http': false,
  'src/import': false,
  'src/cli/terminal/closed-stdout.ts': true,
  'src/cli/terminal/stdout.ts': true,
  'src/cli/terminal': false,
  'src/layout': false,
}

interface Coverage {
  result: { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }[]
}

/** The modules that a line runs, by their paths, and the modules of Node.js that it loads beside those of a bare start. */
function modulesOf(words: string[]): { own: string[]; node: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-modules-'))
  try {
    const probe = join(folder, 'probe.cjs')
    const list = join(folder, 'list.json')
    writeFileSync(
      probe,
      `const before = new Set(process.moduleLoadList)
       process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(list)},
         JSON.stringify(process.moduleLoadList.filter((name) => !before.has(name)))))`,
    )
    execFileSync(process.execPath, ['--require', probe, PROGRAM, ...words], {
      env: { ...cleanEnvironment(), NODE_V8_COVERAGE: join(folder, 'coverage') },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const reports = readdirSync(join(folder, 'coverage')).map((name) =>
      JSON.parse(readFileSync(join(folder, 'coverage', name), 'utf8')),
    ) as Coverage[]
    const functions = reports.flatMap(({ result }) =>
      result.filter(({ url }) => url.endsWith('/dist/cli.cjs')).flatMap((script) => script.functions),
    )
    const run = functions.filter(
      ({ functionName, ranges }) => /^(src|node_modules)\//.test(functionName) && ranges[0]?.count,
    )
    const node = (JSON.parse(readFileSync(list, 'utf8')) as string[]).map((name) => name.replace(/^NativeModule /, ''))
    return { own: run.map(({ functionName }) => functionName).sort(), node }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('a norm as JSON runs no module that it does not need', () => {
  const { own, node } = modulesOf(['norm', 'msgb', '14', '--json', '--dataset', 'starter'])
  assert(own.includes('src/operations/norm.ts'))
  const packages = new Set(own.flatMap((name) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1] ?? []))
  assert.deepEqual([...packages], ['zod'])
  const strangers = own.filter((name) => {
    const known = Object.entries(MODULES).find(([path]) => name === path || name.startsWith(`${path}/`))
    return name.startsWith('src/') && known !== undefined && !known[1]
  })
  assert.deepEqual(strangers, [])
  // Five of them choose the language.
  assert(own.length < 145, `${own.length} modules`)
  for (const name of ['crypto', 'http', 'https', 'child_process', 'worker_threads', 'fs/promises', 'readline']) {
    assert(!node.includes(name), `${name} of Node.js is loaded`)
  }
})

test('help runs neither oclif nor a corpus', () => {
  const { own } = modulesOf(['--help'])
  assert(own.includes('src/cli/help/show-help.ts'))
  assert.deepEqual(
    own.filter((name) => /^node_modules|^src\/(model|dataset|operations)\//.test(name)),
    [],
  )
})
