/**
 * Checks quotations drawn from a corpus in sentences of briefs. `LEGAL_TEXT_CORPUS` names it: a folder of official XML,
 * or a bundle. The rates are printed. `QUOTATIONS` is their number, 200 by default.
 */
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import type { Norm } from '../../src/model/corpus.ts'
import { checkText } from '../../src/resolve/check-text.ts'
import { random } from '../citation/random.ts'
import { drawCases, sentencesOf } from '../resolve/quotation-cases.ts'

const dataset = process.env.LEGAL_TEXT_CORPUS
if (dataset === undefined) throw new Error('set LEGAL_TEXT_CORPUS to a bundle or a folder of official XML')
const corpus = await openCorpus({ dataset })
after(() => corpus.close())

/** Laws that are typical of briefs. */
const LAWS = 'bgb zpo stgb stpo hgb gg vwvfg vwgo sgb_5 sgb_10 ao_1977 inso arbgg estg'.split(' ')
const COUNT = Number(process.env.QUOTATIONS ?? 200)

it('tells 99 % of the drawn quotations rightly, and calls no altered one exact', async (t) => {
  const norms: Norm[] = []
  for (const law of LAWS) for await (const some of corpus.norms(law)) norms.push(...some)
  const cases = drawCases(sentencesOf(norms), random(47), COUNT)
  const wrong: string[] = []
  const altered: string[] = []
  for (const { kind, verdict, text } of cases) {
    const { quotations } = await checkText(corpus, text, { format: 'markdown', quotations: true })
    const got =
      quotations.length === 1 && quotations[0]?.cited !== null
        ? quotations[0]?.verdict
        : `${quotations.length} quotations`
    if (got !== verdict) wrong.push(`${kind}: ${verdict}, found ${got}: ${text}`)
    if (verdict !== 'exact' && quotations.some((each) => each.verdict === 'exact')) altered.push(text)
  }
  for (const each of wrong) t.diagnostic(each.replaceAll('\n', '⏎'))
  t.diagnostic(`${cases.length - wrong.length} of ${cases.length} right`)
  assert.deepEqual(altered, [])
  assert.ok(wrong.length <= 0.01 * cases.length)
})
