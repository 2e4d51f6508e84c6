import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Norm } from '../../src/model/corpus.ts'
import { normHtml } from '../../src/render/html.ts'
import { lawMarkdown, normMarkdown } from '../../src/render/markdown.ts'
import { normDocument } from '../../src/render/norm-document.ts'
import { lawPlainText, normPlainText } from '../../src/render/render.ts'
import { normWith } from './marked-norm.ts'

const PAGES = { html: normHtml, md: normMarkdown, text: normPlainText }

const law = {
  ...{ title: 'Stadtgesetzbuch', abbreviation: 'MSGB', promulgation: 'BGBl I 1950, 262; FNA 12-3' },
  ...{ page: 'https://recht.example/msgb', origin: null, state: 'as amended up to 2025-12-31' },
  ...{ fetched: '2026-01-01', version: '20260429210245', notes: [], published: '', act: null },
}

test('a law as Markdown and as text says where it was published and which version of the source it is', () => {
  for (const drawn of [lawMarkdown(law), lawPlainText(law)]) {
    assert.match(drawn, /^Published in BGBl I 1950, 262; FNA 12-3$/m)
    assert.match(drawn, /^as amended up to 2025-12-31; fetched 2026-01-01; version 20260429210245$/m)
  }
  assert.doesNotMatch(lawPlainText({ ...law, promulgation: '' }), /Published/)
})

for (const [format, draw] of Object.entries(PAGES)) {
  const page = async (change: Partial<Norm>) => draw(normDocument(normWith({ text: 'Es gilt.', ...change })))
  const { provenance } = normWith({})

  describe(`a norm as ${format}`, () => {
    test('that is not yet in force says so, with the day that the source names', async () => {
      const future = { status: 'not_yet_in_force' as const, in_force_from: '2027-01-01' }
      const drawn = await page(future)
      assert.match(drawn, /This norm is not yet in force; it takes effect on 2027-01-01, as the source says\./)
      assert.match(drawn, /not yet in force; from 2027-01-01; law as amended up to 2025-12-31/)
      assert.match(await page({ status: 'not_yet_in_force' }), /it names no day on which it takes effect\./)
      assert.doesNotMatch(await page({}), /in force/)
    })

    test('whose text is only a dash says that the source has no more, and that it is repealed', async () => {
      const repealed = await page({ status: 'repealed', text: '-' })
      assert.match(repealed, /This norm is repealed \(weggefallen\); the source has only a dash as its text\./)
      assert.match(repealed, format === 'html' ? /<p>-<\/p>/ : /^\\?-$/m, 'the text itself')
      assert.match(await page({ text: '—' }), /The source has only a dash as the text of this norm\./)
      assert.doesNotMatch(await page({ status: 'repealed', text: '- a' }), /only a dash/)
    })

    test('names the version of the source, if there is one', async () => {
      assert.match(
        await page({ provenance: { ...provenance, source_version: '20260429210245' } }),
        /; version 20260429210245/,
      )
      assert.doesNotMatch(await page({}), /version/)
    })

    test('without an official page names the address that it was fetched from, and else says that none is known', async () => {
      const without = (change: object) => page({ provenance: { ...provenance, ...change } as Norm['provenance'] })
      const mirrored = await without({ html_url: null })
      assert(mirrored.includes('https://recht.example/msgb/xml.zip'), mirrored)
      assert(!mirrored.includes('Official page'), mirrored)
      assert.match(await without({ html_url: null, source_url: null }), /The source has no known address\./)
    })
  })
}
