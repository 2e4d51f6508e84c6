/**
 * Time of commands beyond that of an empty program, and their peak memory: medians of interleaved pairs with a warm cache.
 *   node bench/startup.ts [--dataset FILE] [--code bgb] [--norm par:433] [--query Kündigung] [--pairs 30] [--executable]
 * The package is compared with `node -e 0`, the executable with an empty executable of the same Node.js.
 * Fails if a command exceeds its limit in milliseconds over the empty program, or `norm --json` 100 MB.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeExecutable } from '../src/packaging/write-executable.ts'
import { assetPath } from '../src/program/package.ts'

const { values } = parseArgs({
  options: {
    dataset: { type: 'string', default: 'starter' },
    code: { type: 'string', default: 'msgb' },
    norm: { type: 'string', default: 'par:14' },
    query: { type: 'string', default: 'Kündigung' },
    pairs: { type: 'string', default: '30' },
    executable: { type: 'boolean', default: false },
  },
})
const { dataset, code, norm, query, executable } = values
const folder = mkdtempSync(join(tmpdir(), 'legal-text-startup-'))
const peakFile = join(folder, 'peak')
const coldCache = join(folder, 'cold')
const program = executable
  ? [assetPath('executable/legal-text')]
  : [process.execPath, join(import.meta.dirname, '..', 'bin', 'run.js')]
const empty = executable ? [join(folder, 'empty')] : [process.execPath, '-e', '0']

/** Writes the peak memory of the measured process to a file on exit. */
const MEMORY_PROBE = `data:text/javascript,import{writeFileSync}from'node:fs';process.on('exit',()=>writeFileSync(${JSON.stringify(peakFile)},String(process.resourceUsage().maxRSS)))`

function milliseconds([file = '', ...args]: string[], env = process.env): number {
  const start = process.hrtime.bigint()
  const { status, stderr } = spawnSync(file, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
  return Number(process.hrtime.bigint() - start) / 1e6
}

/** Peak resident memory in megabytes; NaN for the executable, which takes no Node.js options. */
function peakMemory(args: string[]): number {
  if (executable) return Number.NaN
  milliseconds([process.execPath, '--import', MEMORY_PROBE, ...program.slice(1), ...args])
  const kilobytes = Number(readFileSync(peakFile, 'utf8'))
  rmSync(peakFile)
  return kilobytes / 1024
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

/** @param cold whether to start without a compile cache, as in the first run */
function measure(name: string, limit: number, args: string[], cold = false): void {
  const command = [...program, ...args]
  milliseconds(command)
  const bare: number[] = []
  const full: number[] = []
  for (let pair = 0; pair < Number(values.pairs); pair++) {
    bare.push(milliseconds(empty))
    if (cold) rmSync(coldCache, { recursive: true, force: true })
    full.push(milliseconds(command, cold ? { ...process.env, NODE_COMPILE_CACHE: coldCache } : process.env))
  }
  const over = median(full) - median(bare)
  const least = Math.min(...full) - Math.min(...bare)
  const memory = peakMemory(args)
  const isMet = over <= limit && !(memory > 100)
  const times = `empty ${median(bare).toFixed(1)} ms, command ${median(full).toFixed(1)} ms, over ${over.toFixed(1)} ms of ${limit} (least ${least.toFixed(1)})`
  const peak = executable ? '' : `, peak ${memory.toFixed(0)} MB`
  console.log(`${name.padEnd(14)} ${times}${peak}${isMet ? '' : ', MISSED'}`)
  if (!isMet) process.exitCode = 1
}

try {
  if (executable) {
    writeFileSync(join(folder, 'empty.cjs'), '')
    await writeExecutable(join(folder, 'empty'), join(folder, 'empty.cjs'), {})
  }
  console.log(`Node ${process.version}, dataset ${dataset}, ${values.pairs} pairs`)
  const json = ['norm', code, norm, '--json', '--dataset', dataset]
  const limit = (ofPackage: number, ofExecutable: number) => (executable ? ofExecutable : ofPackage)
  measure('norm --json', limit(38, 28), json)
  if (!executable) measure('  first run', 120, json, true)
  measure('norm', limit(45, 40), ['norm', code, norm, '--dataset', dataset])
  measure('search --json', limit(80, 60), ['search', query, '--json', '--dataset', dataset])
  measure('completion', limit(60, 60), ['__complete', '--', 'norm', '--dataset', dataset, code, 'par:1'])
  measure('--help', limit(15, 15), ['--help'])
  measure('norm --help', limit(40, 40), ['norm', '--help'])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
