/**
 * Cost of fetching and opening a corpus, each against a yardstick of the same run.
 *   node bench/datasets.ts --source FOLDER --mirror FILE [--bundle FILE]
 * FOLDER has official XML; the program FILE serves it as the official site does, and prints its address. With a bundle, only
 * opening is measured.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { source: { type: 'string' }, mirror: { type: 'string' }, bundle: { type: 'string' } },
})
const folder = mkdtempSync(join(tmpdir(), 'legal-text-bench-'))
process.env.XDG_CACHE_HOME = folder
const root = join(import.meta.dirname, '..')
const program = join(root, 'bin', 'run.js')

function seconds(args: string[], environment: Record<string, string> = {}): number {
  const start = performance.now()
  const options = { env: { ...process.env, ...environment }, maxBuffer: 2 ** 30 }
  const { status, stderr } = spawnSync(process.execPath, args, options)
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
  return (performance.now() - start) / 1000
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] as number

/** Opens a dataset in a new process. @returns milliseconds, without loading the code */
function opening(dataset: string): number {
  const code = `
    const { openCorpus } = await import(${JSON.stringify(join(root, 'dist', 'index.js'))})
    const start = performance.now()
    await openCorpus({ dataset: ${JSON.stringify(dataset)} })
    console.log(performance.now() - start)`
  return Number(spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }).stdout)
}

function measureOpening(bundle: string): void {
  const first = opening(bundle)
  const small: number[] = []
  const large: number[] = []
  for (let pair = 0; pair < 15; pair++) {
    small.push(opening('starter'))
    large.push(opening(bundle))
  }
  console.log(
    `open: starter ${median(small).toFixed(1)} ms, bundle ${median(large).toFixed(1)} ms, the first time ${first.toFixed(0)} ms`,
  )
}

async function addressOf(mirror: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of mirror.stdout ?? []) {
    text += chunk
    if (text.includes('\n')) break
  }
  return text.trim()
}

async function measureBuilding(source: string, file: string): Promise<void> {
  const mirror = spawn(process.execPath, [file, '--dir', source], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const SOURCE_URL = await addressOf(mirror)
    const bundle = join(folder, 'federal.sqlite')
    const local = seconds([program, 'corpus', 'build', '--from', source, '--out', bundle])
    const remote = seconds([program, 'corpus', 'pull'], { SOURCE_URL })
    const update = seconds([program, 'corpus', 'update'], { SOURCE_URL })
    console.log(
      `build: from the folder ${local.toFixed(1)} s, from the mirror ${remote.toFixed(1)} s: ${(remote / local).toFixed(2)} x`,
    )
    console.log(
      `update with nothing changed: ${update.toFixed(1)} s: ${((100 * update) / remote).toFixed(1)} % of a build from the mirror`,
    )
    await measureFileSite(SOURCE_URL)
    measureOpening(bundle)
  } finally {
    mirror.kill('SIGTERM')
  }
}

/** Uses plain files: the mirror would pack each law again just to report it unchanged. */
async function measureFileSite(of: string): Promise<void> {
  const args = [join(import.meta.dirname, 'file-site.ts'), '--of', of, '--folder', join(folder, 'site')]
  const site = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const SOURCE_URL = await addressOf(site)
    const build = seconds([program, 'corpus', 'pull'], { SOURCE_URL })
    const updates = Array.from({ length: 3 }, () => seconds([program, 'corpus', 'update'], { SOURCE_URL }))
    const update = median(updates)
    console.log(
      `from a server of files: build ${build.toFixed(1)} s, update with nothing changed ${update.toFixed(1)} s: ${((100 * update) / build).toFixed(1)} %`,
    )
  } finally {
    site.kill('SIGTERM')
  }
}

try {
  if (values.bundle !== undefined) measureOpening(values.bundle)
  else if (values.source !== undefined && values.mirror !== undefined)
    await measureBuilding(values.source, values.mirror)
  else throw new Error('give --bundle, or --source and --mirror')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
