/**
 * Time of commands over that of `node -e 0`, and their peak memory: medians of interleaved pairs with a warm cache.
 *   node bench/startup.ts [--dataset FILE] [--code bgb] [--norm par:433] [--query Kündigung] [--pairs 30]
 * Fails if a command exceeds its limit in milliseconds over `node -e 0`, or `norm --json` 100 MB.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    dataset: { type: 'string', default: 'starter' },
    code: { type: 'string', default: 'msgb' },
    norm: { type: 'string', default: 'par:14' },
    query: { type: 'string', default: 'Kündigung' },
    pairs: { type: 'string', default: '30' },
  },
})
const { dataset, code, norm, query } = values
const program = join(import.meta.dirname, '..', 'bin', 'run.js')
const peakFile = join(tmpdir(), `legal-text-peak-${process.pid}`)

const coldCache = join(tmpdir(), `legal-text-cold-${process.pid}`)

/** Writes the peak memory of the measured process to a file when it exits. */
const MEMORY_PROBE = `data:text/javascript,import{writeFileSync}from'node:fs';process.on('exit',()=>writeFileSync(${JSON.stringify(peakFile)},String(process.resourceUsage().maxRSS)))`

function milliseconds(args: string[], env = process.env): number {
  const start = process.hrtime.bigint()
  const { status, stderr } = spawnSync(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
  return Number(process.hrtime.bigint() - start) / 1e6
}

/** Peak resident memory in megabytes. */
function peakMemory(args: string[]): number {
  milliseconds(['--import', MEMORY_PROBE, ...args])
  const kilobytes = Number(readFileSync(peakFile, 'utf8'))
  rmSync(peakFile)
  return kilobytes / 1024
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

/** @param cold whether no compiled code is kept yet, as in the first run */
function measure(name: string, limit: number, args: string[], cold = false): void {
  const command = [program, ...args]
  milliseconds(command)
  const bare: number[] = []
  const full: number[] = []
  for (let pair = 0; pair < Number(values.pairs); pair++) {
    bare.push(milliseconds(['-e', '0']))
    if (cold) rmSync(coldCache, { recursive: true, force: true })
    full.push(milliseconds(command, cold ? { ...process.env, NODE_COMPILE_CACHE: coldCache } : process.env))
  }
  const over = median(full) - median(bare)
  const memory = peakMemory(command)
  const isMet = over <= limit && memory <= 100
  const times = `node -e 0 ${median(bare).toFixed(1)} ms, command ${median(full).toFixed(1)} ms, over ${over.toFixed(1)} ms of ${limit}`
  console.log(`${name.padEnd(14)} ${times}, peak ${memory.toFixed(0)} MB${isMet ? '' : ', MISSED'}`)
  if (!isMet) process.exitCode = 1
}

console.log(`Node ${process.version}, dataset ${dataset}, ${values.pairs} pairs`)
const json = ['norm', code, norm, '--json', '--dataset', dataset]
measure('norm --json', 60, json)
measure('  first run', 120, json, true)
measure('norm', 60, ['norm', code, norm, '--dataset', dataset])
measure('search --json', 80, ['search', query, '--json', '--dataset', dataset])
measure('completion', 120, ['__complete', '--', 'norm', '--dataset', dataset, code, 'par:1'])
measure('--help', 70, ['--help'])
measure('norm --help', 70, ['norm', '--help'])
rmSync(coldCache, { recursive: true, force: true })
