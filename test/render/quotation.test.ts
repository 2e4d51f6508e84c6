import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { norm } from '../../src/operations/norm.ts'
import { quotation } from '../../src/render/quotation.ts'

const corpus = await openCorpus({ dataset: 'starter' })
after(() => corpus.close())

const SOURCE = '§ 14 Abs. 2 MSGB (Stand: 29.02.2024), https://recht.example/msgb/__14.html'

test('a part of a norm is quoted as it stands, with its citation, day and page', async () => {
  const answer = await norm.run(corpus, { code: 'msgb', norm: '§ 14 Abs. 2' })
  const wording = answer.selection?.text ?? ''
  assert.equal(quotation(answer, 'text'), `    ${wording}\n\n${SOURCE}\n`)
  assert.equal(quotation(answer, 'md'), `> ${wording}\n\n${SOURCE}\n`)
  assert.equal(quotation(answer, 'html'), `<blockquote lang="de"><p>${wording}</p></blockquote>\n<p>${SOURCE}</p>\n`)
})

test('each line of a whole norm is a paragraph of the block', async () => {
  const answer = await norm.run(corpus, { code: 'msgb', norm: 'par:14' })
  const lines = answer.text.split('\n')
  assert(lines.length > 5)
  assert.deepEqual(
    quotation(answer, 'text').split('\n').slice(0, lines.length),
    lines.map((line) => `    ${line}`),
  )
  assert.equal(quotation(answer, 'html').match(/<p>/g)?.length, lines.length + 1)
})

test('cells of tables stay apart, and a row is no code in Markdown', async () => {
  const answer = await norm.run(corpus, { code: 'msgb', norm: 'par:1' })
  const other = { ...answer, text: 'Gebühr\n\t\tSommer\tWinter\u2028a) See' }
  assert.match(quotation(other, 'md'), /^> Gebühr\n>\n> &emsp;&emsp;Sommer&emsp;Winter\n>\n> a\) See\n/)
  assert.match(quotation(other, 'html'), /<p>&emsp;&emsp;Sommer&emsp;Winter<\/p><p>a\) See<\/p>/)
  assert.match(quotation(other, 'text'), /^ {4}Gebühr\n {4}\t\tSommer\tWinter\n {4}a\) See\n/)
})

test('signs that mean something in a format are escaped', async () => {
  const answer = await norm.run(corpus, { code: 'msgb', norm: 'par:1' })
  const other = { ...answer, text: '1 < 2 & *a* [b](c)' }
  assert.match(quotation(other, 'html'), /<p>1 &lt; 2 &amp; \*a\* \[b\]\(c\)<\/p>/)
  assert.match(quotation(other, 'md'), /^> 1 \\?<? ?.*\\\*a\\\*/)
  assert(quotation(other, 'text').startsWith('    1 < 2 & *a* [b](c)\n'))
})
