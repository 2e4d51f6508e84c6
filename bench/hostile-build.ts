/**
 * Cost of building each hostile source next to an ordinary law: time, processor time and memory.
 *   node bench/hostile-build.ts [PART OF A NAME]
 */
import { buildHostile } from '../test/import/hostile/build-hostile.ts'
import { HOSTILE_SOURCES } from '../test/import/hostile/sources.ts'

const wanted = process.argv[2] ?? ''
for (const source of HOSTILE_SOURCES.filter(({ name }) => name.includes(wanted))) {
  const outcome = await buildHostile(source).then(
    ({ seconds, processor, memory, laws, reasons }) =>
      `${seconds.toFixed(1)} s, ${processor.toFixed(1)} s of processors, ${memory} MB, ${laws.join('+')}; ${reasons.join('; ').slice(0, 150)}`,
    (error: Error) => `failed: ${error.message.split('\n').slice(1).join(' ').slice(0, 300)}`,
  )
  console.log(`${source.name.padEnd(46)} ${outcome}`)
}
