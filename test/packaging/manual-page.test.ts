import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { allCommands } from '../../src/cli/commands.ts'
import { inLanguage } from '../../src/i18n/texts.ts'
import { GERMAN_MANUAL, manualPage } from '../../src/packaging/manual-page.ts'
import { loadTexts } from '../../src/program/load-texts.ts'
import { assetPath, version } from '../../src/program/package.ts'

const commands = await allCommands()
const page = manualPage(commands, version)

test('the package has the manual page of these commands', () => {
  assert.equal(readFileSync(assetPath('legal-text.1'), 'utf8') === page, true, 'npm run build makes it anew')
})

test('the package has it in German, too', () => {
  loadTexts('de')
  const german = inLanguage('de', () => manualPage(commands, version))
  assert.equal(readFileSync(assetPath(GERMAN_MANUAL), 'utf8') === german, true, 'npm run build makes it anew')
  assert.match(german, /^\.SH BESCHREIBUNG$/m)
  const lines = (text: string) => new Set(text.replace(/\.nf[\s\S]*?\.fi/g, '').match(/^\w.{60,}$/gm))
  const shared = lines(german).intersection(lines(page))
  assert(shared.size === 0, `English in it: ${[...shared].slice(0, 3).join('\n')}`)
})

test('every command has its section', () => {
  for (const { name } of commands) {
    assert(page.includes(`.SS "legal\\-text ${name.replaceAll('-', '\\-')}`), name)
  }
})

test('nothing but known requests begins with a dot, and all characters are ASCII', () => {
  const requests = page.split('\n').flatMap((line) => /^[.'](\S*)/.exec(line)?.[1] ?? [])
  assert.deepEqual([...new Set(requests)].sort(), ['B', 'I', 'PP', 'RE', 'RS', 'SH', 'SS', 'TH', 'TP', 'fi', 'nf'])
  assert.match(page, /^[\n -~]*$/)
})
