/** A server that answers from the starter dataset. */

import { openCorpus } from '../../src/dataset/open.ts'
import { createApp } from '../../src/http/app.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { listen, type TestServer } from './server.ts'

export interface StarterServer extends TestServer {
  /** Closed together with the server. */
  corpus: Corpus
}

/** Serves the starter dataset with default settings, and `POST /mcp`. */
export async function listenStarter(): Promise<StarterServer> {
  const corpus = await openCorpus({ dataset: 'starter' })
  const server = await listen(createApp({ corpus: () => corpus, settings: { mcp: true } }).handler)
  return {
    ...server,
    corpus,
    async close() {
      await server.close()
      await corpus.close()
    },
  }
}
