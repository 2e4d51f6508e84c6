import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { packageRoot } from '../../src/program/package.ts'
import { outcome, start } from './program.ts'

/** Enough laws that the interruption comes during the build. */
const LAWS = 400

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'legal-text-interrupt-'))
  const [from, to] = [join(packageRoot, 'src', 'starter', 'msgb'), join(folder, 'laws')]
  await mkdir(to)
  for (let law = 0; law < LAWS; law++) await cp(from, join(to, `law_${law}`), { recursive: true })
})
after(() => rm(folder, { recursive: true }))

test('Ctrl-C ends a build with exit code 130, one clear line, and nothing written', async () => {
  const out = join(folder, 'out')
  await mkdir(out)
  for (const flags of [[], ['--json']]) {
    const child = start(['corpus', 'build', '--from', join(folder, 'laws'), '--out', join(out, 'a.sqlite'), ...flags])
    const [first] = await once(child.stderr as NodeJS.ReadableStream, 'data')
    child.kill('SIGINT')
    const { code, stdout, stderr } = await outcome(child)
    assert.equal(code, 130, `${first}${stderr}`)
    assert.equal(stdout, '')
    assert.match(stderr, /^Interrupted; nothing was written\.$/m)
    assert.deepEqual(await readdir(out), [])
  }
})

test('SIGTERM ends a build as it ends any program, and leaves no files', async () => {
  const out = join(folder, 'terminated')
  await mkdir(out)
  const child = start(['corpus', 'build', '--from', join(folder, 'laws'), '--out', join(out, 'a.sqlite')])
  await once(child.stderr as NodeJS.ReadableStream, 'data')
  child.kill('SIGTERM')
  const { stderr } = await outcome(child)
  assert.equal(child.signalCode, 'SIGTERM', stderr)
  assert.match(stderr, /^Interrupted; nothing was written\.$/m)
  assert.deepEqual(await readdir(out), [])
})
