import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Corpus } from '../../src/corpus/corpus.ts'
import { openCorpus } from '../../src/dataset/open.ts'
import { readNamedNorms } from '../../src/resolve/named-norm.ts'
import { resolveCitations } from '../../src/resolve/resolve-citations.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

it('a simple designation leads to the same norm as a citation of the same words', async () => {
  let resolved = 0
  for (const { code, abbreviation } of (await corpus.laws({})).items) {
    const numbers = (await corpus.outline(code)).flatMap(({ norm }) => /(?:par|art):(\d+[a-z]?)/.exec(norm)?.[1] ?? [])
    for (const number of new Set([...numbers, '5', '99'])) {
      for (const part of ['', ' Abs. 1', ' Absatz 2 Satz 1', ' Abs. 1 Nr. 1', ' Satz 1', ' S. 2', ' Abs. 99']) {
        for (const sign of ['§', '§ ', 'Art. ', 'Artikel ']) {
          const text = `${sign}${number}${part} ${abbreviation}`
          const [citation] = await resolveCitations(corpus, text, { notesEffect: false })
          if (citation === undefined || citation.norm === null || citation.status === 'out_of_range') continue
          const { subdivision, message } = citation
          const norm = subdivision === null ? citation.norm : `${citation.norm}/${subdivision}`
          const expected = { text: citation.text, code: citation.code, norm, ...(message && { note: message }) }
          assert.deepEqual(await readNamedNorms(corpus, text), [expected], text)
          resolved++
        }
      }
    }
  }
  assert(resolved > 400, String(resolved))
})
