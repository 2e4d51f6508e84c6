/** The whole surface of the command line. What changes here, changes for scripts: `npm run test:surface` records it anew. */
import { test } from 'node:test'
import { allCommands } from '../../src/commands/base/commands.ts'
import { flagsOf } from '../../src/commands/base/description.ts'

test('commands, arguments, flags and their values are what they were', async (context) => {
  const commands = (await allCommands()).map(({ name, description }) => ({
    name,
    arguments: (description.arguments ?? []).map(({ description: _, ...rest }) => rest),
    flags: Object.entries(flagsOf(description)).map(([flag, { description: _, helpGroup: __, ...rest }]) => ({
      flag,
      ...rest,
    })),
    environment: description.environment ?? [],
    errors: description.errors ?? [],
    findings: (description.findings ?? []).map(([code]) => code),
  }))
  context.assert.snapshot(commands)
})
