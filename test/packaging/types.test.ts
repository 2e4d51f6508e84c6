/** Editor hints and compiler checks for programs that use the library. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { catalogue } from '../../src/operations/catalogue.ts'
import { assetPath } from '../../src/program/package.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { compile as compileText, hover } from './compiler.ts'

/** Compiles a program that imports the published library. */
const compile = (program: string) =>
  compileText(`import { open, search, type AnswerOf } from '../../dist/types/index.js'\n${program}`)

const USES = `
const laws = await open({ dataset: 'starter' })
const norm = await laws.norm('§ 1 MSGB', { as_of: '2024-06-01' })
const found = await laws.search('Hafen', { limit: 5, codes: ['msgb'], kind: ['par'], in_force: true })
const run = await search.run(laws.corpus, { q: 'Hafen', offset: 20 })
const checked = await laws.check('§ 1 MSGB', { format: 'markdown', wording: true })
const list = await laws.laws({ query: 'Hafen' })
const related = await laws.related('§ 1 MSGB', { type: 'cites' })
const changes = await laws.changes({ since: '2024-06-01' })
const counted = await laws.coverage()
const cited = await laws.cite('§ 1 MSGB')
const outline = await laws.law('msgb', { depth: 2 })
for await (const each of laws.norms('msgb', { part: 'Buch 1' })) console.log(each.cite_as)
for await (const each of laws.grep('Hafen', { ignore_case: true })) console.log(each.norm)
const answer: AnswerOf<typeof search> = found
console.log(norm.text, norm.selection?.lead_in, norm.provenance.source_url, norm.citation_counts, answer)
console.log(found.results[0]?.snippet, found.total, checked.set_aside, checked.findings[0]?.column, cited.citations[0]?.end)
console.log(list.next, related.relationships, changes.changes, counted.laws, outline.structure, run.partial_total)
`

test('a use of the options compiles, and each name has its doc comment', () => {
  assert.deepEqual(compile(USES), [])
  const named = [
    ...[
      'as_of',
      'limit',
      'codes',
      'kind',
      'in_force',
      'offset',
      'format',
      'wording',
      '{ type',
      'since',
      'depth',
      'part',
    ],
    ...['ignore_case', '{ query', 'norm.text', 'lead_in', 'source_url', 'citation_counts', '.snippet', 'found.total'],
    ...['set_aside', '.column', 'list.next', 'outline.structure', 'partial_total', 'each.cite_as', '?.end'],
  ]
  const silent = named.filter((piece) => hover(piece).comment === '')
  assert.deepEqual(silent, [])
  assert.match(hover('limit').comment, /^How many to return, 1 to 100\. Default: 20\.$/)
  assert.match(hover('norm.text').comment, /^The exact wording/)
})

test('every field of an input and of an answer has a doc comment', () => {
  const lines = readFileSync(assetPath('types/operations/types.d.ts'), 'utf8').split('\n')
  const isField = (line: string) => /^\w+\??: /.test(line)
  const silent = lines.filter((line, index) => isField(line) && !lines[index - 1]?.startsWith('/** '))
  assert(lines.filter(isField).length > 500)
  assert.deepEqual(silent, [])
})

test('answers have names', () => {
  compile(USES)
  const names = { norm: 'NormAnswer', found: 'SearchAnswer', run: 'SearchAnswer', checked: 'CheckAnswer' }
  for (const [name, type] of Object.entries({ ...names, list: 'LawsAnswer', counted: 'CoverageAnswer' })) {
    assert.equal(hover(`const ${name}`).type, `const ${name}: ${type}`)
  }
})

test('strings of the query language do not compile', () => {
  for (const [options, expected] of [
    ["limit: '5'", /Type 'string' is not assignable to type 'number'/],
    ["in_force: 'true'", /not assignable to type 'boolean/],
    ["codes: 'msgb,hafeng_2021'", /Type 'string' is not assignable to type 'readonly string\[\]'/],
    ["kind: 'par'", /Type 'string' is not assignable/],
    ["kind: ['section']", /Type '"section"' is not assignable/],
    ['lmit: 5', /'lmit' does not exist/],
  ] as const) {
    for (const call of [`laws.search('Hafen', { ${options} })`, `search.run(laws.corpus, { q: '', ${options} })`]) {
      const [message = '', ...others] = compile(`const laws = await open()\nawait ${call}`)
      assert.match(message, expected)
      assert.deepEqual(others, [])
    }
  }
})

test('the named types are those of the schemas', () => {
  const pairs = catalogue.flatMap(({ name }) => {
    const operation = `typeof source.${name}`
    const Name = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
    return [
      [`published.${Name}Answer`, `source.AnswerOf<${operation}>`],
      [`published.${Name}Input`, `source.InputOf<${operation}>`],
    ] as const
  })
  const messages = compile(`
    import type * as published from '../../dist/types/index.js'
    import type * as source from '../../src/index.js'
    export type Same = [${pairs.map(([a, b]) => `Assigned<${a}, ${b}>, Assigned<${b}, ${a}>`).join(', ')}]
    type Assigned<Value extends Target, Target> = [Value, Target]`)
  assert.deepEqual(messages, [])
})

test('errors have the name of their class', () => {
  const error = new LegalTextError('not_found', 'no')
  assert.deepEqual(
    [error.name, error.constructor.name, String(error)],
    ['LegalTextError', 'LegalTextError', 'LegalTextError: no'],
  )
})
