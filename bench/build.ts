/**
 * Time to build a bundle, as a multiple of one single-threaded pass of the same XML parser over the same files.
 *
 *   node bench/build.ts FOLDER
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SaxesParser } from 'saxes'

const source = process.argv[2]
if (source === undefined) throw new Error('usage: node bench/build.ts FOLDER')

function plainPass(folder: string): { seconds: number; bytes: number } {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.xml'))
  const started = performance.now()
  let bytes = 0
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8')
    bytes += Buffer.byteLength(text)
    new SaxesParser().write(text).close()
  }
  return { seconds: (performance.now() - started) / 1000, bytes }
}

/** Runs a build in its own process, to read its peak memory. */
function build(from: string, out: string, search: boolean): { seconds: number; megabytes: number } {
  const script = `
    import { buildBundle } from ${JSON.stringify(new URL('../src/import/build-bundle.ts', import.meta.url).href)}
    const report = await buildBundle({ from: process.argv[1], out: process.argv[2], search: ${search} })
    console.log(JSON.stringify({ seconds: report.seconds, megabytes: process.resourceUsage().maxRSS / 1024 }))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script, from, out], {
    encoding: 'utf8',
  })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

const folder = mkdtempSync(join(tmpdir(), 'legal-text-bench-'))
try {
  const plain = plainPass(source)
  console.log(`plain saxes pass: ${plain.seconds.toFixed(1)} s, ${(plain.bytes / 1e6).toFixed(0)} MB of XML`)
  for (const search of [false, true]) {
    const out = join(folder, 'bundle.sqlite')
    const { seconds, megabytes } = build(source, out, search)
    const size = statSync(out).size
    console.log(
      `build ${search ? 'with' : 'without'} search index: ${seconds.toFixed(1)} s = ${(seconds / plain.seconds).toFixed(2)} ` +
        `times, peak ${megabytes.toFixed(0)} MB, bundle ${(size / 1e6).toFixed(0)} MB = ${(size / plain.bytes).toFixed(2)} times the XML`,
    )
  }
} finally {
  rmSync(folder, { recursive: true })
}
