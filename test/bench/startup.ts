/**
 * How much longer than `node -e 0` commands take, and how much memory: medians of interleaved pairs, cache warm.
 *   node test/bench/startup.ts [--dataset FILE] [--code bgb] [--norm par:433] [--query Kündigung] [--pairs 30]
 * It fails where `norm --json` takes more than 90 ms or 100 MB.
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
const program = join(import.meta.dirname, '..', '..', 'bin', 'run.js')
const peakFile = join(tmpdir(), `legal-text-peak-${process.pid}`)

/** Adds the peak memory of the measured process to a file, as it ends. */
const MEMORY_PROBE = `data:text/javascript,import{writeFileSync}from'node:fs';process.on('exit',()=>writeFileSync(${JSON.stringify(peakFile)},String(process.resourceUsage().maxRSS)))`

function milliseconds(args: string[]): number {
  const start = process.hrtime.bigint()
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
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

function measure(name: string, args: string[]): { over: number; memory: number } {
  const command = [program, ...args]
  milliseconds(command)
  const bare: number[] = []
  const full: number[] = []
  for (let pair = 0; pair < Number(values.pairs); pair++) {
    bare.push(milliseconds(['-e', '0']))
    full.push(milliseconds(command))
  }
  const over = median(full) - median(bare)
  const memory = peakMemory(command)
  const times = `node -e 0 ${median(bare).toFixed(1)} ms, command ${median(full).toFixed(1)} ms, over ${over.toFixed(1)} ms`
  console.log(`${name.padEnd(14)} ${times}, peak ${memory.toFixed(0)} MB`)
  return { over, memory }
}

console.log(`Node ${process.version}, dataset ${dataset}, ${values.pairs} pairs`)
const result = measure('norm --json', ['norm', code, norm, '--json', '--dataset', dataset])
measure('norm', ['norm', code, norm, '--dataset', dataset])
measure('search --json', ['search', query, '--json', '--dataset', dataset])
measure('--help', ['--help'])
if (result.over > 90 || result.memory > 100) {
  console.error('norm --json takes too much: at most 90 ms and 100 MB')
  process.exitCode = 1
}
