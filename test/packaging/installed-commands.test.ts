import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMMAND_IDS } from '../../src/cli/commands.ts'
import { TRIED_COMMANDS } from './install/commands.ts'

test('the installation test asks every command that there is', () => {
  assert.deepEqual([...TRIED_COMMANDS].sort(), [...COMMAND_IDS].sort())
})
