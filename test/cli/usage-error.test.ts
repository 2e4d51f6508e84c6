/** Usage errors appear in our words, not in those of oclif. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLine } from '../../src/cli/command-line.ts'
import { commandOf, loadCommand } from '../../src/cli/commands.ts'
import { errorBody } from '../../src/util/errors.ts'

async function messageOf(...words: string[]): Promise<string> {
  const { id = '', rest = [] } = commandOf(words) ?? {}
  const error = await parseLine(await loadCommand(id), rest).then(() => undefined, errorBody)
  assert.equal(error?.error, 'invalid_input')
  return error.message
}

test('a misspelt value of a flag or an argument is told with what it may be, and with what is near', async () => {
  const formats = 'json, ndjson, csv, md, text, html, csl, bibtex or ris'
  assert.equal(
    await messageOf('norm', 'msgb', '1', '--format', 'htlm'),
    `--format must be ${formats}, not "htlm"; did you mean html?`,
  )
  assert.equal(
    await messageOf('norm', 'msgb', '1', '--format=Markdown'),
    `--format must be ${formats}, not "Markdown"; did you mean md?`,
  )
  assert.equal(
    await messageOf('norm', 'msgb', '1', '--format=xml'),
    `--format must be ${formats}, not "xml"; see --help`,
  )
  assert.equal(
    await messageOf('related', 'msgb', '1', '--type', 'cite'),
    '--type must be cites, cited_by, contains, contained_in, amends or amended_by, not "cite"; did you mean cites?',
  )
  assert.equal(
    await messageOf('completion', 'fisch'),
    'SHELL must be bash, zsh or fish, not "fisch"; did you mean fish?',
  )
})

test('a flag without its value, given twice or missing is told by its name', async () => {
  assert.equal(await messageOf('search', 'Hafen', '--codes'), '--codes needs a value: --codes CODES; see --help')
  assert.match(await messageOf('search', 'Hafen', '--format'), /^--format needs a value: json, ndjson, /)
  assert.equal(await messageOf('laws', '--query', 'a', '--query', 'b'), '--query can be given only once; see --help')
  assert.match(await messageOf('corpus', 'publish', 'x'), /^--to is missing: \S/)
})

test('an unknown flag is told with the one that is meant', async () => {
  assert.equal(await messageOf('search', 'Hafen', '--law', 'msgb'), 'unknown flag --law; did you mean --codes?')
  assert.equal(await messageOf('search', 'Hafen', '--code=msgb'), 'unknown flag --code; did you mean --codes?')
  assert.equal(await messageOf('search', 'Hafen', '--limti', '2'), 'unknown flag --limti; did you mean --limit?')
  assert.equal(await messageOf('laws', '--all'), 'unknown flag --all: without --limit, all are listed; see --help')
  assert.equal(await messageOf('norm', 'msgb', '1', '--law', 'x'), 'unknown flag --law; see --help')
  assert.match(await messageOf('norm', 'msgb', '-x'), /goes after --: -- "-x"/)
})

test('arguments that are missing or too many are named', async () => {
  assert.match(await messageOf('law'), /^CODE is missing: /)
  assert.match(await messageOf('coverage', 'x'), /^unexpected argument x; /)
})
