/** Load on servers over a dataset: clients compare their answers with those of servers over bundles. */
import { setTimeout } from 'node:timers/promises'
import { COMMAND } from '../../e2e/program.ts'
import { LISTENING, type ServerProgram, startServerProgram } from '../../e2e/server-program.ts'
import { pick, randomNumbers } from '../../search/random.ts'
import { until } from '../../until.ts'

/** Number of concurrent clients. */
const CLIENTS = 32

export interface FrontEnd extends ServerProgram {
  url: string
}

export async function frontEnd(dataset: string, settings: Record<string, string> = {}): Promise<FrontEnd> {
  const program = startServerProgram(COMMAND, ['http', '--host', '127.0.0.1', '--port', '0'], {
    DATASET_PATH: dataset,
    ...settings,
  })
  const url = `http://127.0.0.1:${await program.says(LISTENING)}`
  // Enough for each of several workers.
  for (let round = 0; round < 20; round++) {
    await until('it is ready', async () => (await fetch(`${url}/ready`, { headers: { connection: 'close' } })).ok)
  }
  return Object.assign(program, { url })
}

/** Answers by outcome: right, wrong, or temporarily unavailable. */
interface Tally {
  right: number
  unready: number
  wrong: string[]
}

const LAWS = ['msgb', 'msverf', 'hafeng_2021', '32024r9901']
const WORDS = 'Hafen Kündigung Boot Honig Vertrag Licht Gebühr Lotse Frist Stadt Insel Recht Wasser Schiff'.split(' ')

/** The norms of the requested laws. */
export async function normsOf(url: string): Promise<string[]> {
  const paths: string[] = []
  for (const code of LAWS) {
    const { norms } = JSON.parse(await (await fetch(`${url}/laws/${code}`)).text())
    paths.push(...norms.map(({ norm }: { norm: string }) => `/laws/${code}/norms/${encodeURIComponent(norm)}`))
  }
  return paths
}

/**
 * Clients that request norms and searches until stopped, mostly uncached ones, and compare each answer with those of servers over
 * bundles.
 */
export class Load {
  readonly tally: Tally = { right: 0, unready: 0, wrong: [] }
  readonly #stopped = new AbortController()
  readonly #clients: Promise<void>[]
  readonly #random = randomNumbers(27)
  readonly #norms: readonly string[]

  /** @param references servers, one of which has the right answer */
  constructor(urls: readonly string[], references: readonly string[], norms: readonly string[]) {
    this.#norms = norms
    this.#clients = Array.from({ length: CLIENTS }, (_, client) => {
      return this.#ask(urls[client % urls.length] as string, references)
    })
  }

  async stop(): Promise<Tally> {
    this.#stopped.abort()
    await Promise.all(this.#clients)
    return this.tally
  }

  #path(): string {
    if (this.#random() < 0.2) return pick(this.#norms, this.#random)
    const query = encodeURIComponent(`${pick(WORDS, this.#random)} ${pick(WORDS, this.#random)}`)
    const number = (most: number) => Math.floor(this.#random() * most)
    return `/search?q=${query}&limit=${1 + number(60)}&offset=${number(5)}`
  }

  async #ask(url: string, references: readonly string[]): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      const path = this.#path()
      const response = await fetch(url + path).catch((error: Error) => error)
      if (response instanceof Error) {
        this.tally.wrong.push(`${path}: ${response.message}`)
        continue
      }
      const body = await response.text()
      if (response.status === 503) {
        this.tally.unready++
        await setTimeout(20)
        continue
      }
      const expected = await Promise.all(references.map(async (reference) => (await fetch(reference + path)).text()))
      if (expected.includes(body)) this.tally.right++
      else this.tally.wrong.push(`${path}: ${response.status} ${body.slice(0, 200)}`)
    }
  }
}
