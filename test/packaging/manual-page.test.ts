import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { allCommands } from '../../src/commands/base/commands.ts'
import { assetPath } from '../../src/package.ts'
import { manualPage } from '../../src/packaging/manual-page.ts'
import { version } from '../../src/version.ts'

const commands = await allCommands()
const page = manualPage(commands, version)

test('the package has the manual page of these commands', () => {
  assert.equal(readFileSync(assetPath('legal-text.1'), 'utf8') === page, true, 'npm run build makes it anew')
})

test('every command has its section', () => {
  for (const { name } of commands) assert(page.includes(`.SS "legal\\-text ${name}`), name)
})

test('nothing but known requests begins with a dot, and all characters are ASCII', () => {
  const requests = page.split('\n').flatMap((line) => /^[.'](\S*)/.exec(line)?.[1] ?? [])
  assert.deepEqual([...new Set(requests)].sort(), ['B', 'I', 'PP', 'RE', 'RS', 'SH', 'SS', 'TH', 'TP', 'fi', 'nf'])
  assert.match(page, /^[\n -~]*$/)
})
