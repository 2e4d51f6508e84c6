import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { grep } from '../../src/operations/grep.ts'
import { renderParts } from '../../src/render/render.ts'
import { LegalTextError } from '../../src/util/errors.ts'

const corpus = await openCorpus({ dataset: 'starter' })
after(() => corpus.close())

test('lines come with their numbers in the text, after that of the heading', async () => {
  const { results, count, line_count, is_complete } = await grep.run(corpus, { pattern: 'Rücksicht', codes: ['MSGB'] })
  assert.deepEqual([count, is_complete], [results.length, true])
  assert.equal(line_count, results.flatMap(({ lines }) => lines).length)
  const found = results.find(({ norm }) => norm === 'par:1')
  const text = (await corpus.norm('msgb', 'par:1'))?.text.split('\n') ?? []
  assert.equal(found?.lines?.[0]?.line, 0)
  assert.equal(found?.lines?.[0]?.text, found?.heading)
  for (const { line, text: shown, highlights } of found?.lines?.slice(1) ?? []) {
    assert.equal(shown, text[line - 1])
    for (const [start, end] of highlights) assert.equal(shown.slice(start, end), 'Rücksicht')
  }
})

test('laws, parts and numbers are restricted', async () => {
  const all = await grep.run(corpus, { pattern: 'Hafen' })
  const codes = new Set(all.results.map(({ code }) => code))
  assert(codes.size > 1 && all.results.length > 2)
  const one = await grep.run(corpus, { pattern: 'Hafen', codes: ['msverf', 'MSVerf'] })
  assert.deepEqual(one.codes, ['msverf'])
  assert.deepEqual(
    one.results,
    all.results.filter(({ code }) => code === 'msverf'),
  )
  await assert.rejects(grep.run(corpus, { pattern: 'Hafen', jurisdiction: 'xx' }), /has no law of "xx", only of de, eu/)
  const headings = await grep.run(corpus, { pattern: 'Hafen', in: 'heading' })
  const texts = await grep.run(corpus, { pattern: 'Hafen', in: 'text' })
  assert.equal(headings.line_count + texts.line_count, all.line_count)
  assert(headings.results.every(({ lines }) => lines?.every(({ line }) => line === 0)))
  const two = await grep.run(corpus, { pattern: 'Hafen', limit: 2 })
  assert.deepEqual([two.results, two.count, two.is_complete], [all.results.slice(0, 2), 2, false])
  assert.equal((await grep.run(corpus, { pattern: 'Hafen', limit: all.count })).is_complete, true)
  const counted = await grep.run(corpus, { pattern: 'Hafen', count: true })
  assert.deepEqual(
    counted.results,
    all.results.map(({ lines: _, ...norm }) => norm),
  )
})

test('the stream has the same answer, its numbers at the end', async () => {
  for (const pattern of ['Hafen', 'Raumfahrt']) {
    const parts = renderParts(grep, 'json', corpus, await grep.stream(corpus, { pattern }))
    assert.deepEqual(JSON.parse((await Array.fromAsync(parts)).join('')), await grep.run(corpus, { pattern }))
  }
})

test('as CSV each line has a row, or each norm where lines are counted', async () => {
  const table = async (input: Parameters<typeof grep.run>[1]) =>
    (await Array.fromAsync(renderParts(grep, 'csv', corpus, await grep.stream(corpus, input)))).join('').split('\n')
  const asked = { pattern: 'Hafen', codes: ['msverf'] }
  const { results, line_count, count } = await grep.run(corpus, asked)
  const rows = await table(asked)
  assert.equal(rows[0], 'code,abbreviation,norm,label,heading,count,line,text')
  assert.deepEqual([rows.length, rows.at(-1)], [line_count + 2, ''])
  assert(rows[1]?.startsWith(`msverf,MSVerf,${results[0]?.norm},`))
  assert.equal((await table({ ...asked, count: true })).length, count + 2)
  assert.deepEqual((await table({ pattern: 'Raumfahrt' })).length, 2)
})

test('a wrong pattern is an input error that says where', async () => {
  await assert.rejects(grep.run(corpus, { pattern: 'a(b' }), (error) => {
    assert(error instanceof LegalTextError)
    assert.deepEqual([error.kind, error.message], ['invalid_input', 'pattern: the group is not closed, at character 2'])
    return true
  })
})
