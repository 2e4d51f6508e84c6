/** Kills processes at random moments of long work on datasets, and checks what they leave behind. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, globSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { pullCorpus } from '../../src/dataset/acquire.ts'
import { locateBundle } from '../../src/dataset/locate.ts'
import { obtainBundle } from '../../src/dataset/open.ts'
import type { ObtainOptions } from '../../src/dataset/options.ts'
import { verifyBundle } from '../../src/dataset/verify-bundle.ts'
import { packageRoot } from '../../src/program/package.ts'
import { readSettings } from '../../src/program/settings.ts'
import { law, startSite } from '../import/gii/site/site.ts'
import { randomNumbers } from '../search/random.ts'
import { bundleOf, sourceFolder, temporaryFolder, textOf } from './starter-bundles.ts'

/** Starts long work, and kills it at a random moment of its duration, if known. */
class Killer {
  readonly #random: () => number
  readonly #cache: string
  /** Duration of the work, in milliseconds. */
  #duration = 0

  constructor(seed: number, cache: string) {
    this.#random = randomNumbers(seed)
    this.#cache = cache
  }

  /** Runs the work once to the end, to measure its duration. */
  async measure(kind: string, name: string): Promise<void> {
    const started = performance.now()
    const child = this.#start(kind, name)
    for await (const chunk of child.stdout) if (String(chunk).includes('done')) break
    this.#duration = performance.now() - started
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  async kill(kind: string, name: string): Promise<void> {
    const child = this.#start(kind, name)
    const exit = once(child, 'exit')
    await setTimeout(this.#random() * this.#duration * 1.1)
    child.kill('SIGKILL')
    await exit
  }

  #start(kind: string, name: string) {
    const program = join(packageRoot, 'test', 'dataset', 'long-work.ts')
    const environment = { ...process.env, XDG_CACHE_HOME: join(this.#cache, '..') }
    return spawn(process.execPath, [program, kind, this.#cache, name], {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  }
}

/** Cache files that exist only during writes. */
function unfinished(cache: string): string[] {
  return globSync(['temporary/*', '**/*.tmp', '**/*.part', '**/*-journal', '**/*-wal', '**/*-index/**'], { cwd: cache })
}

/**
 * Kills downloads and builds: the old corpus stays, and the next run gets the new one.
 * @param times number of kills
 */
export async function killUpdates(test: TestContext, times: number, seed: number): Promise<void> {
  const cache = join(temporaryFolder(), 'legal-text')
  const codes = ['law_a', 'law_b', 'law_c', 'law_d']
  const site = await startSite(
    test,
    codes.map((code) => [code, { ...law(code), fault: 'slow' }]),
  )
  const options: ObtainOptions = { cache, settings: readSettings({ SOURCE_URL: site.url }), download: true }
  const killer = new Killer(seed, cache)
  await killer.measure('update', site.url)
  for (let round = 1; round <= times; round++) {
    const text = `Es gilt die ${round}. Fassung.`
    site.laws.set('law_a', { ...law('law_a', text), fault: 'slow' })
    const before = await locateBundle(undefined, options)
    await killer.kill('update', site.url)
    const after = await locateBundle(undefined, options)
    assert(after !== undefined && before !== undefined)
    await verifyBundle(after)
    assert.equal(await textOf(after, 'law_a'), after === before ? await textOf(before, 'law_a') : text)
    if (round % 4 !== 0 && round !== times) continue
    const { file } = await pullCorpus(options)
    assert.equal(await textOf(file, 'law_a'), text)
    assert.deepEqual(unfinished(cache), [])
  }
}

/** Kills conversions: the next one is complete. */
export async function killConversions(times: number, seed: number): Promise<void> {
  const folder = temporaryFolder()
  const cache = join(folder, 'legal-text')
  const source = sourceFolder(folder, 'source', ['msverf'])
  const [file = ''] = globSync('*/*.xml', { cwd: source }).map((name) => join(source, name))
  const options: ObtainOptions = { cache, settings: readSettings({}), download: false }
  const killer = new Killer(seed, cache)
  await killer.measure('convert', source)
  for (let round = 1; round <= times; round++) {
    writeFileSync(file, `${readFileSync(file, 'utf8')}<!-- ${round} -->`)
    await killer.kill('convert', source)
    if (round % 4 !== 0 && round !== times) continue
    const bundle = await obtainBundle(source, options)
    await verifyBundle(bundle)
    assert.deepEqual(unfinished(cache), [])
  }
}

/** Kills servers while they open or replace their corpus: the file is unchanged, and the next server serves it. */
export async function killServers(times: number, seed: number): Promise<void> {
  const folder = temporaryFolder()
  const cache = join(folder, 'legal-text')
  const bundles = [await bundleOf(folder, 'one', ['msverf']), await bundleOf(folder, 'two', ['msverf', 'msgb'])]
  const file = join(folder, 'served.sqlite')
  copyFileSync(bundles[0] as string, file)
  const killer = new Killer(seed, cache)
  await killer.measure('serve', file)
  for (let round = 1; round <= times; round++) {
    const bundle = bundles[round % 2] as string
    const killed = killer.kill('serve', file)
    copyFileSync(bundle, `${file}.new`)
    renameSync(`${file}.new`, file)
    await killed
    assert.equal((await verifyBundle(file)).digest, (await verifyBundle(bundle)).digest)
    for (const copy of globSync('converted/*.sqlite', { cwd: cache })) await verifyBundle(join(cache, copy))
  }
  await killer.measure('serve', file)
}
