import { coverage } from '../../../operations/coverage.ts'
import type { CommandDescription } from '../../description.ts'
import { operationCommand } from '../../operation-command.ts'

const ofDataset = operationCommand(coverage, {
  examples: [
    ['A bundle', 'legal-text corpus info federal.sqlite'],
    ['The sample', 'legal-text corpus info starter'],
    ['As JSON', 'legal-text corpus info --dataset starter --json'],
  ],
  page: async () => (await import('../../terminal/pages/coverage-page.ts')).coveragePage,
})

const command: CommandDescription = {
  ...ofDataset,
  summary: 'Show the contents of a bundle.',
  description:
    'Identity, counts and the report of the build: the answer of `coverage` for the named bundle, or for the dataset.',
  errors: ['not_ready'],
  arguments: [
    {
      name: 'file',
      description: 'Bundle to show, or the address of a database. Default: the dataset.',
      completes: 'file',
    },
  ],
  async run({ args, flags }) {
    await ofDataset.run({ args: {}, flags: args.file === undefined ? flags : { ...flags, dataset: args.file } })
  },
}

export default command
