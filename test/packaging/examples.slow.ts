import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allCommands } from '../../src/cli/commands.ts'
import { examplePages, fits, parseBlock, runExamples, Session } from '../../src/packaging/examples.ts'

test('a block is taken apart into commands and outputs', () => {
  assert.deepEqual(parseBlock('$ a \\\n> b\none\n\ntwo\n$ c\n$ d\nthree\n'), [
    { command: 'a \\\nb', expected: 'one\n\ntwo' },
    { command: 'c', expected: '' },
    { command: 'd', expected: 'three' },
  ])
})

test('outputs are compared but for digests, times and left-out lines', () => {
  assert(fits('a\n…\nd', 'a\nb\nc\nd'))
  assert(fits(`Built  2026-01-01T00:00:00Z ${'a'.repeat(64)}`, `Built  2027-02-02T01:02:03.456Z ${'b'.repeat(64)}`))
  assert(!fits('a\n…\nd', 'a\nb\nc'))
  assert(!fits('a.c', 'abc'))
})

for (const page of examplePages()) {
  test(`the examples of ${page} give what it says`, async (context) => {
    for (const { command, expected, actual, fits } of await runExamples(page)) {
      if (actual === undefined) context.diagnostic(`not run, a program is missing: ${command}`)
      if (!fits) assert.equal(actual, expected, `$ ${command}\nnpm run docs puts the present output there`)
    }
  })
}

test('the examples of the commands work on the sample', async () => {
  const session = await Session.open()
  for (const { name, description } of await allCommands()) {
    // A server does not end, and a clipboard (test/cli/terminal/desktop.test.ts) or a network may be missing.
    const runs = (line: string) => / starter\b/.test(line) && name !== 'http' && !/ --(?:copy|network)\b/.test(line)
    for (const [, command] of description.examples.filter(([, line]) => runs(line))) {
      // A note on stderr that a list is truncated is not a failure.
      const output = await session.run(`{ ${command}; } > output 2> talk && { grep -v '^Note: ' talk; echo done; }`)
      assert.equal(output, 'done', command)
    }
  }
  await session.close()
})
