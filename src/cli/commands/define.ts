import { definitions } from '../../operations/definitions.ts'
import { operationCommand } from '../operation-command.ts'

export default operationCommand(definitions, {
  arguments: ['term'],
  joined: true,
  multiple: ['codes'],
  examples: [
    ['The norms that define a term', 'legal-text define Liegegast --dataset starter'],
    ['In one law only, as JSON', 'legal-text define Anlieger --codes msgb --json --dataset starter'],
    ['All terms that a law defines', 'legal-text define --codes msgb --dataset starter'],
    ['As a table for a spreadsheet', 'legal-text define --codes msgb --format csv --dataset starter'],
  ],
  async page({ bundle }) {
    const { definitionsPage } = await import('../terminal/pages/definitions-page.ts')
    return (answer, screen) => definitionsPage(answer, screen, bundle.name)
  },
})
