/**
 * Time to read acts of the European Union, as a multiple of one pass of the same XML parser over the same files that makes
 * trees and nothing else. Both run in one process, in turns; the medians count.
 *
 *   node bench/acts.ts FOLDER
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SaxesParser } from 'saxes'
import { FAMILIES } from '../src/import/families.ts'

const TURNS = 5
const source = process.argv[2]
if (source === undefined) throw new Error('usage: node bench/acts.ts FOLDER')

const paths = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.xml'))
const documents = paths.sort().map((path) => ({ path, bytes: readFileSync(join(source, path)) }))
const eurlex = FAMILIES.find(({ name }) => name === 'eur-lex')
if (eurlex === undefined) throw new Error('there is no such family')

interface Tree {
  name: string
  attributes: Record<string, string>
  children: (Tree | string)[]
}

/** Parses all files into trees. */
function plainPass(): void {
  for (const { bytes } of documents) {
    const parser = new SaxesParser()
    const above: Tree[] = [{ name: '', attributes: {}, children: [] }]
    parser.on('opentag', ({ name, attributes }) => {
      const element: Tree = { name, attributes, children: [] }
      above.at(-1)?.children.push(element)
      above.push(element)
    })
    parser.on('closetag', () => {
      above.pop()
    })
    parser.on('text', (text) => {
      above.at(-1)?.children.push(text)
    })
    parser.write(bytes.toString('utf8')).close()
  }
}

/** Reads each document as a separate law, so that none is left out as an older version. */
async function readAll(): Promise<number> {
  let laws = 0
  for (const [, own] of Map.groupBy(documents, ({ path }) => path.slice(0, path.lastIndexOf('/')))) {
    const files = own.map(({ path, bytes }) => ({ path, size: bytes.length, read: async () => bytes }))
    const opened = await eurlex?.open(
      { name: 'acts', files, skipped: [], close: async () => {} },
      { languages: ['de', 'en', 'fr'] },
    )
    for await (const { law } of opened?.laws(undefined) ?? []) if (law !== undefined) laws++
  }
  return laws
}

const seconds: { plain: number[]; acts: number[] } = { plain: [], acts: [] }
let laws = 0
for (let turn = 0; turn < TURNS; turn++) {
  const started = performance.now()
  plainPass()
  const between = performance.now()
  laws = await readAll()
  seconds.plain.push((between - started) / 1000)
  seconds.acts.push((performance.now() - between) / 1000)
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const [plain, acts] = [median(seconds.plain), median(seconds.acts)]
const megabytes = documents.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6
console.log(`${documents.length} files, ${megabytes.toFixed(1)} MB; ${laws} documents read`)
console.log(`plain trees ${plain.toFixed(2)} s, acts ${acts.toFixed(2)} s: ${(acts / plain).toFixed(2)} times`)
