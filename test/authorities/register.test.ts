import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type RegisterFormat, renderRegister } from '../../src/authorities/formats.ts'
import { type Register, registerOf } from '../../src/authorities/register.ts'
import { openCorpus } from '../../src/dataset/open.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { readDocument } from '../../src/read-text/files/read-document.ts'
import { checkText } from '../../src/resolve/check-text.ts'
import { docx, p, r } from '../read-text/files/word.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

async function register(documents: Record<string, string | Buffer>): Promise<Register> {
  const read = await Promise.all(
    Object.entries(documents).map(async ([file, content]) => {
      const { text, format, placeAt } = await readDocument(file, Buffer.from(content))
      return { file, placeAt, findings: (await checkText(corpus, text, { format })).findings }
    }),
  )
  return registerOf(corpus, read)
}

const LETTER =
  'Nach § 12 MSGB und\n§ 7 Abs. 1 MSGB, Art. 5 § 2 MSGBEG,\n§ 7 MSGB, § 99 MSGB, § 1 BienHV, Art. 1 RL 2011/9902/EU.\n'
const render = async (of: Register, format: RegisterFormat, by: 'law' | 'page' = 'law') =>
  (await renderRegister(of, format, by)).toString()

describe('the register of cited norms', () => {
  it('is ordered by law and number, with the places of each norm', async () => {
    const { laws, open, wrong } = await register({ 'letter.txt': LETTER })
    assert.deepEqual(
      laws.map(({ abbreviation, norms }) => [
        abbreviation,
        ...norms.map(({ label, places }) => `${label} ${places.map(({ line }) => line)}`),
      ]),
      [
        ['Directive 2011/9902/EU', 'Art. 1 3'],
        ['MSGB', '§ 7 2,3', '§ 12 1'],
        ['MSGBEG', 'Art. 5 § 2 2'],
      ],
    )
    assert.deepEqual(
      open.map(({ text }) => text),
      ['§ 1 BienHV'],
    )
    assert.deepEqual(
      wrong.map(({ text, message }) => [text, message]),
      [['§ 99 MSGB', 'MSGB has no § 99 (it ends with § 32)']],
    )
    assert.equal(laws[1]?.norms[0]?.html_url, 'https://recht.example/msgb/__7.html')
  })

  it('has wrong citations in its last field', async () => {
    assert.equal(Object.keys(JSON.parse(await render(await register({ 'a.txt': LETTER }), 'json'))).at(-1), 'wrong')
  })

  it('names footnotes and paragraphs of documents', async () => {
    const brief = docx({
      body: p(r('§ 7 MSGB'), '<w:r><w:footnoteReference w:id="2"/></w:r>') + p(r('§ 7 MSGB')),
      footnotes: `<w:footnote w:id="2">${p(r('§ 7 MSGB'))}</w:footnote>`,
    })
    const text = await render(await register({ 'brief.docx': brief }), 'text')
    assert.match(text, /^ {2}§ 7 Wort und Schrift: ¶ 1, 2; n\. 1$/m)
  })

  it('names the files if there are several', async () => {
    const text = await render(await register({ 'a.txt': '§ 7 MSGB\n\n§ 7 MSGB', 'b.txt': '§ 7 MSGB' }), 'text')
    assert.match(text, /: a\.txt l\. 1, 3; b\.txt l\. 1$/m)
  })

  it('is written by place, in the order of the document', async () => {
    const text = await render(await register({ 'a.txt': LETTER }), 'text', 'page')
    assert.match(text, /^l\. 1\n {2}§ 12 MSGB .*\n\nl\. 2\n {2}§ 7 MSGB .*\n {2}Art\. 5 § 2 MSGBEG .*\n\nl\. 3\n/)
  })

  it('is written in every format, escaped', async () => {
    const all = await register({ 'a_b.txt': LETTER, 'c&d.txt': '§ 7 MSGB' })
    assert.match(
      await render(all, 'md'),
      /^\| \[§ 7\]\(https:\/\/recht\.example\/msgb\/__7\.html\) \| Wort und Schrift \| a\\_b\.txt l\. 2, 3; c\\&d\.txt l\. 1 \|$/m,
    )
    assert.match(
      await render(all, 'html'),
      /<td><a href="https:\/\/recht\.example\/msgb\/__7\.html">§ 7<\/a><\/td><td>Wort und Schrift<\/td><td>a_b\.txt l\. 2, 3; c&amp;d\.txt l\. 1<\/td>/,
    )
    assert.match(
      await render(all, 'latex'),
      /^\\noindent § 7 Wort und Schrift\\dotfill a\\_b\.txt l\. 2, 3; c\\&d\.txt l\. 1\\\\$/m,
    )
    assert.match(await render(all, 'csv'), /^section,reference,norm,note,address,places\n/)
    const written = await readDocument('r.docx', (await renderRegister(all, 'docx', 'law')) as Buffer)
    assert.match(written.text, /§ 7 Wort und Schrift\ta_b\.txt l\. 2, 3; c&d\.txt l\. 1/)
  })

  it('is a Word document that opens, whatever the names of the files are', async () => {
    const all = await register({ 'a\u0001.txt': '§ 7 MSGB', 'b.txt': '§ 7 MSGB' })
    const written = await readDocument('r.docx', (await renderRegister(all, 'docx', 'law')) as Buffer)
    assert.match(written.text, /\ta\.txt l\. 1; b\.txt l\. 1/)
  })

  it('is empty for a document without citations', async () => {
    assert.deepEqual(await register({ 'a.txt': 'Nichts.' }), { files: ['a.txt'], laws: [], open: [], wrong: [] })
  })
})
