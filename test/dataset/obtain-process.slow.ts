import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { obtainInProcess } from '../../src/dataset/obtain-process.ts'
import { packageRoot } from '../../src/program/package.ts'
import { readSettings } from '../../src/program/settings.ts'
import { manyLaws, startSite } from '../import/gii/site/site.ts'
import { until } from '../until.ts'
import { sourceFolder, temporaryFolder } from './starter-bundles.ts'

test('makes a bundle in another process, and tells how far it is', async () => {
  const folder = temporaryFolder()
  const source = sourceFolder(folder, 'source', ['msgb'])
  const stages = new Set<string>()
  const options = { cache: join(folder, 'legal-text'), settings: readSettings({}), download: false }
  const file = await obtainInProcess(source, { ...options, onProgress: ({ stage }) => stages.add(stage) })
  assert(existsSync(file))
  assert(stages.has('laws'))
  await assert.rejects(obtainInProcess(join(folder, 'nowhere'), options), { kind: 'not_ready', message: /nowhere/ })
})

test('is ended by a signal at once', async (t) => {
  const site = await startSite(
    t,
    manyLaws(500).map(([code, law]) => [code, { ...law, fault: 'slow' }]),
  )
  const settings = readSettings({ SOURCE_URL: site.url })
  const stopped = new AbortController()
  const options = { cache: join(temporaryFolder(), 'legal-text'), settings, download: true, signal: stopped.signal }
  const reason = new Error('enough')
  const onProgress = () => stopped.abort(reason)
  await assert.rejects(obtainInProcess(undefined, { ...options, onProgress }), reason)
})

const CHILDREN = (id: number) => `/proc/${id}/task/${id}/children`

for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
  const skip = !existsSync(CHILDREN(process.pid))
  test(`ends in silence with the process that asked, which ${signal} ends`, { skip }, async (t) => {
    const site = await startSite(
      t,
      manyLaws(500).map(([code, law]) => [code, { ...law, fault: 'slow' }]),
    )
    const program = join(packageRoot, 'test', 'dataset', 'long-work.ts')
    const cache = temporaryFolder()
    const environment = { ...process.env, XDG_CACHE_HOME: cache, SOURCE_URL: site.url }
    const server = spawn(process.execPath, [program, 'serve', cache], {
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    const closed = once(server.stderr, 'close')
    let child = 0
    await until('the site is asked', () => site.asked.length > 0)
    for (const id of readFileSync(CHILDREN(server.pid as number), 'utf8')
      .trim()
      .split(' '))
      child = Number(id)
    assert(child > 0)
    server.kill(signal)
    await until('its child has ended', () => !existsSync(`/proc/${child}`))
    await closed
    assert.doesNotMatch(said, /Error|node:/)
  })
}
