import assert from 'node:assert/strict'
import {
  chmodSync,
  copyFileSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ServedCorpus } from '../../src/dataset/served-corpus.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { readSettings } from '../../src/program/settings.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { until } from '../until.ts'
import { bundleOf, temporaryFolder, textOf } from './starter-bundles.ts'

const folder = temporaryFolder()
const bundle = await bundleOf(folder, 'one', ['msgb'])
const text = await textOf(bundle, 'msgb')

/** Interval of the file checks, and how long a changed file may still serve answers, in milliseconds. */
const CHECK = 200
const OVERDUE = 600

/** Serves a copy of a bundle on a stopped clock. */
async function serve(context: TestContext) {
  context.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const cache = temporaryFolder()
  process.env.XDG_CACHE_HOME = cache
  const file = join(temporaryFolder(), 'source.sqlite')
  copyFileSync(bundle, file)
  const said: string[] = []
  const served = new ServedCorpus(readSettings({ DATASET_PATH: file }), (line) => said.push(line))
  context.after(() => served.close())
  await served.opened
  const copies = join(cache, 'legal-text', 'converted')
  const copy = join(copies, readdirSync(copies)[0] as string)
  const { ctimeNs } = statSync(copy, { bigint: true })
  return {
    ...{ served, file, copy, said },
    tick: (time: number) => context.mock.timers.tick(time),
    /** Repeats the change until the file's time shows it: file system clocks may tick slowly. */
    change: (how: () => void) =>
      until('the change is seen', () => {
        how()
        return statSync(copy, { bigint: true, throwIfNoEntry: false })?.ctimeNs !== ctimeNs
      }),
    isReady: () => !(served.current() instanceof LegalTextError),
    text: async () => (await (served.current() as Corpus).norm('msgb', 'par:1'))?.text,
  }
}

function damage(file: string): void {
  const bytes = readFileSync(file)
  for (let at = 4096; at < bytes.length; at++) if (bytes[at] === 0x65) bytes[at] = 0x61
  const { atime, mtime } = statSync(file)
  writeFileSync(file, bytes)
  utimesSync(file, atime, mtime)
}

test('a copy that is damaged in place is made again, and requests under way end with not_ready', async (t) => {
  for (const how of [damage, (file: string) => truncateSync(file, 0), (file: string) => truncateSync(file, 5000)]) {
    await t.test(how.name, async (t) => {
      const { served, copy, said, tick, change, isReady, text: present } = await serve(t)
      const before = served.current() as Corpus
      const reader = before.norms('msgb')[Symbol.asyncIterator]()
      await reader.next()
      await change(() => how(copy))
      tick(CHECK)
      await until('the damage is found', () => served.current() !== before)
      await assert.rejects(reader.next(), { kind: 'not_ready' })
      await until('it is ready again', isReady)
      assert.equal(await present(), text)
      assert.match(said.join('\n'), /^Not ready: .* was written to while it was served\nNow serving [0-9a-f]{16}$/)
    })
  }
})

test('while its source cannot replace it, a damaged copy is not ready', async (t) => {
  const { served, file, copy, tick, change, isReady, text: present } = await serve(t)
  rmSync(file)
  await change(() => damage(copy))
  tick(CHECK)
  await until('the reason is known', () => /no such file/.test(String((served.current() as Error).message)))
  copyFileSync(bundle, file)
  tick(1000)
  await until('it is ready again', isReady)
  assert.equal(await present(), text)
})

test('a harmless change of a copy interrupts nothing, and drops what was read of it', async (t) => {
  const changes: Record<string, (file: string) => void> = {
    touched: (file) => utimesSync(file, new Date(), new Date()),
    'other permissions': (file) => chmodSync(file, 0o600 ^ (statSync(file).mode & 0o040)),
    'damaged for a moment': (file) => {
      const bytes = readFileSync(file)
      damage(file)
      writeFileSync(file, bytes)
    },
    'a link': (file) => {
      rmSync(`${file}.link`, { force: true })
      linkSync(file, `${file}.link`)
    },
  }
  for (const [name, how] of Object.entries(changes)) {
    await t.test(name, async (t) => {
      const { served, copy, said, tick, change, isReady, text: present } = await serve(t)
      const before = served.current() as Corpus
      await change(() => how(copy))
      tick(CHECK)
      await until('it is opened again', () => {
        assert(isReady())
        return served.current() !== before
      })
      assert.equal(await present(), text)
      assert.equal((served.current() as Corpus).bundle.digest, before.bundle.digest)
      tick(10_000)
      await until('the old one is closed', () =>
        before.norm('msgb', 'par:1').then(
          () => false,
          () => true,
        ),
      )
      assert.equal(await present(), text, 'closing it does not remove the file')
      assert.deepEqual(said, [])
    })
  }
})

test('a copy that is removed is served on', async (t) => {
  const { served, copy, tick, change, text: present } = await serve(t)
  const before = served.current()
  await change(() => rmSync(copy))
  for (let checks = 0; checks < 5; checks++) {
    tick(CHECK)
    await new Promise(setImmediate)
    assert.equal(served.current(), before)
  }
  assert.equal(await present(), text)
})

test('a copy that takes long to verify is not answered from meanwhile', async (t) => {
  const { served, copy, tick, change, isReady } = await serve(t)
  await change(() => utimesSync(copy, new Date(), new Date()))
  tick(CHECK)
  assert(isReady())
  tick(OVERDUE)
  const { kind, message } = served.current() as LegalTextError
  assert.equal(kind, 'not_ready')
  assert.match(message, /was changed, and is being verified; try again in a moment$/)
  await until('it is ready again', isReady)
})

test('a request that fails while the copy has changed is answered with not_ready; others go on', async (t) => {
  const { served, copy, change } = await serve(t)
  assert(!(served.current(true) instanceof LegalTextError))
  await change(() => truncateSync(copy, 5000))
  assert(!(served.current() instanceof LegalTextError))
  assert.equal((served.current(true) as LegalTextError).kind, 'not_ready')
})
