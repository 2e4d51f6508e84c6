import { Args } from '@oclif/core'
import { coverage } from '../../operations/coverage.ts'
import { CorpusCommand } from '../base/corpus-command.ts'

export default class CorpusInfo extends CorpusCommand {
  static override summary = 'Show what a bundle holds.'
  static override description =
    'Identity, counts and the account of the build: the answer of `coverage` for the bundle that is named, or for the dataset.'
  static override examples = [
    { description: 'A bundle', command: '<%= config.bin %> <%= command.id %> federal.sqlite' },
    { description: 'The sample', command: '<%= config.bin %> <%= command.id %> starter' },
    { description: 'As JSON', command: '<%= config.bin %> <%= command.id %> --dataset starter --json' },
  ]

  static override args = {
    file: Args.string({ description: 'Bundle to look at; the dataset where not given.', ignoreStdin: true }),
  }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(CorpusInfo)
    await this.answer(
      { json: flags.json, dataset: args.file ?? flags.dataset },
      async (corpus) => coverage.run(corpus, {}),
      async () => (await import('../../terminal/coverage-page.ts')).coveragePage,
    )
  }
}
