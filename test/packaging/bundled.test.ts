/** Programs that bundle the library with esbuild: one file, and the package's data files. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { build } from 'esbuild'
import { packageRoot } from '../../src/program/package.ts'

const PROGRAM = `
import { createApp, open } from 'legal-text'
const [dataset, assets] = process.argv.slice(2)
async function main() {
  const laws = await open({ dataset, ...(assets && { assets }) })
  const { fetch } = createApp({ corpus: () => laws.corpus, settings: { mcp: true } })
  const ask = async (path, init) => (await fetch(new Request('http://localhost' + path, init))).status
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const matches = []
  for await (const { norm } of laws.grep('Hafen', { codes: ['msgb'] })) matches.push(norm)
  console.log(JSON.stringify({
    heading: (await laws.norm('§ 13 MSGB')).heading,
    status: (await laws.check('§ 99 MSGB')).findings[0].status,
    matches: matches.length > 0,
    answers: [await ask('/openapi.json'), await ask('/msgb'), await ask('/docs'), await ask('/mcp', { method: 'POST', headers, body })],
  }))
  await laws.close()
}
main().catch((error) => { console.error(error.message); process.exit(1) })`

const ANSWER = { heading: 'Antrag und Annahme', status: 'not_found', matches: true, answers: [200, 200, 200, 200] }

const root = mkdtempSync(join(realpathSync(tmpdir()), 'legal-text-bundled-'))
after(() => rmSync(root, { recursive: true, force: true }))

const env = { PATH: process.env.PATH, HOME: root, XDG_CACHE_HOME: join(root, 'cache') }

for (const [format, name] of [
  ['esm', 'program.mjs'],
  ['cjs', 'program.cjs'],
] as const) {
  describe(`a bundle in the format ${format}`, async () => {
    const folder = join(root, format)
    const outfile = join(folder, name)
    await build({
      stdin: { contents: PROGRAM, resolveDir: packageRoot },
      ...({ bundle: true, platform: 'node', format, outfile, logLevel: 'error' } as const),
    })
    const run = (...given: string[]) =>
      JSON.parse(execFileSync(process.execPath, [outfile, ...given], { env, encoding: 'utf8' })) as typeof ANSWER

    test('says what to do if it does not find the data files', () => {
      const { status, stderr } = spawnSync(process.execPath, [outfile, 'starter'], { env, encoding: 'utf8' })
      assert.equal(status, 1)
      assert.match(
        stderr,
        /^the data files of legal-text are not beside .*program.*: install .*: open\(\{ assets \}\)$/m,
      )
    })

    test('has a folder that is not the package refused', () => {
      const { stderr } = spawnSync(process.execPath, [outfile, 'starter', folder], { env, encoding: 'utf8' })
      assert.match(stderr, /^assets: must be the folder of legal-text/)
    })

    test('finds them in the folder that `assets` names, and its worker threads', () => {
      assert.deepEqual(run('starter', packageRoot), ANSWER)
      assert.deepEqual(run(join(packageRoot, 'src', 'starter'), packageRoot), ANSWER)
    })

    test('finds them in a folder beside it, or where the package is installed', () => {
      for (const place of [join(folder, 'legal-text'), join(root, 'node_modules', 'legal-text')]) {
        mkdirSync(join(place, '..'), { recursive: true })
        symlinkSync(packageRoot, place)
        assert.deepEqual(run('starter'), ANSWER)
        rmSync(place)
      }
    })
  })
}
