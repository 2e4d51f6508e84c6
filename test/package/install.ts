/**
 * Packs the package, installs it into an empty project as users do, and uses it there: every command, the library, the
 * server. It needs the package registry, so it is no test of `npm test`: `npm run test:install`.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { readManifest } from '../../src/package/read-manifest.ts'
import { packageRoot } from '../../src/package.ts'

const project = mkdtempSync(join(tmpdir(), 'legal-text-install-'))
const { DATASET_PATH, DATASET_URL, HOST, PORT, ...environment } = process.env
const env: NodeJS.ProcessEnv = {
  ...environment,
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  XDG_CACHE_HOME: join(project, 'cache'),
}

const run = (program: string, args: string[], cwd = project) =>
  execFileSync(program, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1e8 })
const legalText = (...args: string[]) => run(join(project, 'node_modules', '.bin', 'legal-text'), args)

/** What each command is asked; corpus build is asked last, of the sources of the sample. */
const COMMANDS: Record<string, string[]> = {
  check: ['-'],
  cite: ['§ 1 Abs. 2 MSGB'],
  'corpus:build': ['--from', join(packageRoot, 'src', 'starter'), '--out', 'sample.sqlite'],
  'corpus:info': ['starter'],
  coverage: [],
  law: ['msgb'],
  laws: [],
  limitations: [],
  norm: ['§ 1 MSGB'],
  openapi: [],
  related: ['msgbeg', 'art:5'],
  search: ['Kündigung'],
  status: [],
}
const WITHOUT_DATASET = ['corpus:build', 'openapi']
/** Commands that go together, and are asked by `publishing`. */
const PUBLISHING = ['keygen', 'sign', 'verify', 'pull', 'update', 'list', 'prune'].map((name) => `corpus:${name}`)

try {
  pack()
  commands()
  library()
  await server()
  await publishing()
  console.log('The package installs and works')
} finally {
  rmSync(project, { recursive: true, force: true })
}

function pack(): void {
  const [{ filename, size, files }] = JSON.parse(
    run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', project], packageRoot),
  )
  console.log(`${filename}: ${files.length} files, ${size} bytes`)
  const strange = files.filter(
    ({ path }: { path: string }) => !/^(bin|dist|docs)\/|^[^/]+\.(json|md)$|^LICENSE$/.test(path),
  )
  assert.deepEqual(strange, [])
  writeFileSync(join(project, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }')
  run('npm', ['install', '--omit=dev', '--no-audit', '--no-fund', join(project, filename)])
  const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'))
  const scripts = Object.entries<{ hasInstallScript?: boolean }>(lock.packages).filter(
    ([, entry]) => entry.hasInstallScript,
  )
  assert.deepEqual(scripts, [], 'no install scripts among the dependencies')
}

function commands(): void {
  const ids = Object.keys(readManifest().commands).filter((id) => id !== 'http' && !PUBLISHING.includes(id))
  assert.deepEqual(ids.sort(), Object.keys(COMMANDS).sort())
  for (const [id, args] of Object.entries(COMMANDS)) {
    const command = [...id.split(':'), ...args, ...(WITHOUT_DATASET.includes(id) ? [] : ['--dataset', 'starter'])]
    assert.notEqual(legalText(...command).trim(), '', id)
    assert.equal(typeof JSON.parse(legalText(...command, '--json')), 'object', id)
  }
  assert.match(legalText('--version'), /^legal-text\/\d/)
  console.log(`${ids.length} commands answer`)
}

function library(): void {
  const program = `
    import { openCorpus, norm } from 'legal-text'
    import { startServer } from 'legal-text/server'
    const corpus = await openCorpus({ dataset: 'starter' })
    const { heading } = await norm.run(corpus, { code: 'msgb', norm: '§ 1' })
    await corpus.close()
    console.log(heading, typeof startServer)`
  writeFileSync(join(project, 'library.js'), program)
  assert.equal(run(process.execPath, ['library.js']), 'Rücksicht und Redlichkeit function\n')
  console.log('the library answers')
}

async function server(): Promise<void> {
  const program = join('node_modules', 'legal-text', 'dist', 'server.js')
  const args = [program, '--host', '127.0.0.1', '--port', '0', '--dataset', 'starter', '--strict']
  const child = spawn(process.execPath, args, { cwd: project, env, stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    const [said] = await once(child.stderr.setEncoding('utf8'), 'data')
    const url = /http:\S+/.exec(said)?.[0]
    const answer = JSON.parse(run('curl', ['--silent', '--fail', `${url}/laws/msgb/norms/par%3A1`]))
    assert.equal(answer.heading, 'Rücksicht und Redlichkeit')
  } finally {
    child.kill()
  }
  assert.deepEqual(await once(child, 'exit'), [0, null])
  console.log('the server answers')
}

/** Signs a bundle, publishes it on this machine, and gets it from there. */
async function publishing(): Promise<void> {
  copyFileSync(join(project, 'node_modules', 'legal-text', 'dist', 'starter.sqlite'), join(project, 'published.sqlite'))
  legalText('corpus', 'keygen', '--out', 'publisher')
  legalText('corpus', 'sign', 'published.sqlite', '--key', 'publisher.key')
  legalText('corpus', 'verify', 'published.sqlite', '--public-key', 'publisher.pub')
  const program = `
    import { readFileSync } from 'node:fs'
    import { createServer } from 'node:http'
    const server = createServer((request, response) => response.end(readFileSync('.' + request.url)))
    server.listen(0, '127.0.0.1', () => console.log(server.address().port))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [port] = await once(child.stdout.setEncoding('utf8'), 'data')
    const from = [
      '--url',
      `http://127.0.0.1:${Number(port)}/published.sqlite`,
      '--public-key',
      'publisher.pub',
      '--json',
    ]
    assert.equal(JSON.parse(legalText('corpus', 'pull', ...from)).changed, true)
    assert.equal(JSON.parse(legalText('corpus', 'update', ...from)).changed, false)
  } finally {
    child.kill()
  }
  assert.match(legalText('norm', '§ 1 MSGB'), /Rücksicht und Redlichkeit/)
  assert.equal(JSON.parse(legalText('corpus', 'list', '--json')).bundles.length, 1)
  legalText('corpus', 'prune', '--all')
  console.log('a bundle is signed, published, got and removed')
}
