import type { Corpus } from '../../corpus/corpus.ts'

/**
 * Opens the corpus that a command is to answer from, works with it and closes it.
 * @param dataset the value of --dataset
 * @param mayAsk whether to ask if a corpus is to be downloaded, where there is none
 * @throws LegalTextError `not_ready` where there is no corpus, and what the work throws
 */
export async function withCorpus(
  dataset: string | undefined,
  mayAsk: boolean,
  work: (corpus: Corpus) => Promise<void>,
): Promise<void> {
  const { openForCommand } = await import('./open-corpus.ts')
  const corpus = await openForCommand(dataset, mayAsk)
  if (corpus === undefined) return
  try {
    await work(corpus)
  } finally {
    await corpus.close()
  }
}
