import { Flags } from '@oclif/core'
import type { Corpus } from '../../corpus/corpus.ts'
import type { Presenter } from '../../terminal/presenter.ts'
import { BaseCommand, DATASET_FLAG } from './command.ts'
import { writeJson, writeText } from './output.ts'

/** Flags of every command that answers from a corpus. */
export interface CorpusFlags {
  dataset?: string | undefined
  json: boolean
}

/**
 * The base of the commands that answer from a corpus. It opens the corpus when it is needed, and writes the answer as
 * the operation's JSON body or as a page.
 */
export abstract class CorpusCommand extends BaseCommand {
  static override baseFlags = {
    dataset: Flags.string({
      ...DATASET_FLAG,
      helpGroup: 'GLOBAL',
    }),
    json: Flags.boolean({
      description: 'Write the answer as one JSON document, the same as over HTTP; errors too.',
      helpGroup: 'GLOBAL',
    }),
  }

  /** Opens the corpus, works with it and closes it. */
  protected async withCorpus(flags: CorpusFlags, work: (corpus: Corpus) => Promise<void>): Promise<void> {
    const { openForCommand } = await import('./open-corpus.ts')
    const corpus = await openForCommand(flags.dataset, !flags.json)
    if (corpus === undefined) return
    try {
      await work(corpus)
    } finally {
      await corpus.close()
    }
  }

  /**
   * Opens the corpus, asks it, shows the answer and closes it.
   * @param page loads the presenter; it is called only where the answer is shown to people.
   */
  protected async answer<Answer>(
    flags: CorpusFlags,
    ask: (corpus: Corpus) => Promise<Answer>,
    page: (corpus: Corpus) => Promise<Presenter<Answer>>,
  ): Promise<void> {
    await this.withCorpus(flags, async (corpus) => {
      const answer = await ask(corpus)
      if (flags.json) writeJson(answer)
      else await writeText(answer, await page(corpus))
    })
  }
}
