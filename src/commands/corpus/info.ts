import { coverage } from '../../operations/coverage.ts'
import type { CommandDescription } from '../base/description.ts'
import { operationCommand } from '../base/operation-command.ts'

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
  summary: 'Show what a bundle holds.',
  description:
    'Identity, counts and the account of the build: the answer of `coverage` for the bundle that is named, or for the dataset.',
  errors: ['not_ready'],
  arguments: [{ name: 'file', description: 'Bundle to look at; the dataset where not given.', completes: 'file' }],
  async run(given) {
    const file = given.text('file')
    await ofDataset.run(file === undefined ? given : given.with('dataset', file))
  },
}

export default command
