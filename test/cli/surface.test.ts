/** The whole command-line surface. Changes here break scripts: `npm run test:surface` records it anew. */
import { test } from 'node:test'
import { allCommands } from '../../src/cli/commands.ts'
import { flagsOf } from '../../src/cli/description.ts'

for (const { name, description } of await allCommands()) {
  test(`${name}: arguments, flags and their values are what \`npm run test:surface\` recorded`, (context) => {
    context.assert.snapshot({
      name,
      arguments: (description.arguments ?? []).map(({ description: _, ...rest }) => rest),
      flags: Object.entries(flagsOf(description)).map(([flag, { description: _, helpGroup: __, ...rest }]) => ({
        flag,
        ...rest,
      })),
      environment: description.environment ?? [],
      errors: description.errors ?? [],
      findings: (description.findings ?? []).map(([code]) => code),
    })
  })
}
