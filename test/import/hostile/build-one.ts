/** Program: builds the folder given as its argument, and prints the `HostileResult` as JSON. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBundleFile } from '../../../src/dataset/open-engine.ts'
import { buildBundle } from '../../../src/import/build-bundle.ts'

const folder = process.argv[2] as string
const before = process.cpuUsage()
const started = performance.now()
const out = join(folder, 'out.sqlite')
await buildBundle({ from: join(folder, 'source'), out, search: true })
const seconds = (performance.now() - started) / 1000
const { user, system } = process.cpuUsage(before)
// Not from getrusage(2), whose peak includes that of the parent process.
const memory = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]) / 1024
const corpus = openBundleFile(out)
const laws = (await corpus.laws({})).items.map(({ code }) => code)
const reasons = (await corpus.limitations({})).map(({ reason }) => reason)
await corpus.close()
console.log(JSON.stringify({ seconds, processor: (user + system) / 1e6, memory: Math.round(memory), laws, reasons }))
