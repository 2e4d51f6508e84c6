/**
 * Processor time of patterns over a whole corpus, in one thread without startup, against reading and decoding all texts; and the
 * time of the whole command. Run `npm run build` first.
 *
 *   node bench/grep.ts --dataset FILE
 */
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { assetPath } from '../src/program/package.ts'
import { type PatternOptions, readPattern } from '../src/search/patterns/pattern.ts'
import { type PackedText, unpackText } from '../src/store/packed-text.ts'
import { openBundleDatabase } from '../src/store/sqlite/bundle-database.ts'
import { PatternScanner } from '../src/store/sqlite/pattern-worker.ts'
import { COMMAND } from '../test/e2e/program.ts'

const { values } = parseArgs({ options: { dataset: { type: 'string', default: assetPath('starter.sqlite') } } })
const PATTERNS: readonly [written: string, options: PatternOptions][] = [
  ['Kaufvertrag', {}],
  ['Kauf\\w*vertrag', {}],
  ['\\d+ (?:Euro|Mark)\\b', {}],
  ['kaufvertrag', { ignoreCase: true }],
  ['\\b\\w{40,}\\b', {}],
]
const ROUNDS = 3
const { database } = openBundleDatabase(values.dataset)
const { count } = database.prepare('SELECT count(*) AS count FROM norm').get() as { count: number }
const texts = database.prepare('SELECT text FROM content WHERE id >= ? AND id < ?')

const reading = leastTime((start, end) => {
  const rows = texts.all(start, end) as { text: PackedText }[]
  return rows.reduce((sum, { text }) => sum + unpackText(text).length, 0)
})
console.log(`reading ${reading.result} characters: ${reading.time} ms of computing`)
for (const [written, options] of PATTERNS) {
  const scanner = new PatternScanner(database, { pattern: readPattern(written, options), parts: ['heading', 'text'] })
  const { result, time } = leastTime((start, end) => scanner.scan({ start, end }).length)
  const started = performance.now()
  const flags = options.ignoreCase ? ['--ignore-case'] : []
  const [program = '', ...words] = COMMAND
  execFileSync(program, [...words, 'grep', written, ...flags, '--count', '--dataset', values.dataset], {
    stdio: 'ignore',
  })
  const whole = performance.now() - started
  const ratio = (time / reading.time).toFixed(2)
  console.log(`${written}: ${result} norms, ${time} ms of computing (${ratio} x), command ${whole.toFixed()} ms`)
}

/** The minimum processor time of a few rounds over all norms. */
function leastTime(work: (start: number, end: number) => number): { result: number; time: number } {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage()
    let result = 0
    for (let start = 0; start < count; start += 256) result += work(start, start + 256)
    const { user, system } = process.cpuUsage(before)
    return { result, time: Math.round((user + system) / 1000) }
  })
  return rounds.reduce((least, round) => (round.time < least.time ? round : least))
}
