import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { readDocument } from '../../src/read-text/files/read-document.ts'
import { checkText, type Finding } from '../../src/resolve/check-text.ts'
import type { CitationClass } from '../../src/resolve/citation.ts'
import { EXPECTED } from './brief/expected.ts'
import { textForms } from './brief/make.ts'

const FOLDER = join(import.meta.dirname, 'brief')
const FORMS = ['txt', 'html', 'tex', 'docx', 'pdf'] as const
const hasPdftotext = spawnSync('pdftotext', ['-v']).error === undefined
const NO_PDFTOTEXT = 'pdftotext (poppler-utils) is not installed'
const skipOf = (form: string) => (form === 'pdf' && !hasPdftotext ? { skip: NO_PDFTOTEXT } : {})

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

async function findingsOf(form: string): Promise<Finding[]> {
  const document = await readDocument(`brief.${form}`, readFileSync(join(FOLDER, `brief.${form}`)))
  return (await checkText(corpus, document.text, { format: document.format })).findings
}

/** Visible text of a citation: forms differ in line ends and no-break spaces. */
const shown = (text: string) => text.replaceAll('\u00ad', '').replace(/\s+/g, ' ')
const sorted = (list: string[]) => list.toSorted()
const verdicts = (findings: Finding[]) =>
  sorted(findings.map(({ text, class: verdict, status }) => `${shown(text)}: ${verdict}, ${status}`))

describe('a German brief of three pages with 40 citations', () => {
  test('its forms that are text are what the script writes', () => {
    for (const [name, text] of Object.entries(textForms())) {
      assert.equal(readFileSync(join(FOLDER, name), 'utf8'), text, `node test/check/brief/make.ts writes ${name}`)
    }
  })

  test('has 40 citations, those that the list names', async () => {
    assert.equal(EXPECTED.length, 40)
    const found = (await findingsOf('txt')).map(({ text }) => shown(text))
    for (const [text] of EXPECTED)
      assert(
        found.some((each) => each.startsWith(text)),
        `${text} is not found`,
      )
    assert.equal(found.length, 40)
  })

  for (const form of FORMS.slice(1)) {
    test(`gives the same verdicts as ${form} and as text`, skipOf(form), async () => {
      assert.deepEqual(verdicts(await findingsOf(form)), verdicts(await findingsOf('txt')))
    })
  }

  for (const form of FORMS) {
    test(`its right and wrong citations are right and wrong as ${form}`, skipOf(form), async () => {
      const found = await findingsOf(form)
      const told = (verdict: CitationClass, list: readonly string[]) =>
        found.filter((each) => each.class === verdict && list.some((text) => shown(each.text).startsWith(text)))
      for (const verdict of ['right', 'wrong'] as const) {
        const list = EXPECTED.filter(([, expected]) => expected === verdict).map(([text]) => text)
        const texts = new Set(told(verdict, list).map(({ text }) => shown(text)))
        assert.deepEqual([...texts].sort(), sorted([...new Set(list)]))
      }
    })
  }

  test('each of its citations has the class that the list says', async () => {
    const found = (await findingsOf('txt')).map(({ text, class: verdict }) => `${shown(text)}: ${verdict}`)
    for (const [text, verdict] of EXPECTED) {
      const index = found.findIndex((each) => each.startsWith(text) && each.endsWith(`: ${verdict}`))
      assert(index >= 0, `${text} is not ${verdict}`)
      found.splice(index, 1)
    }
  })
})
