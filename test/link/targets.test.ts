import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { addressesOn, type Cited, type Site } from '../../src/link/targets.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { readAddress } from '../../src/resolve/addresses.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

const cited = (norm: string | null, others: Partial<Cited> = {}): Cited => ({
  ...{ code: 'msgb', abbreviation: 'MSGB', norm, subdivision: null, ...others },
})
const address = (site: Site, of: Cited) => addressesOn(corpus, site, 'https://laws.example/')(of)
const ACT = { code: '32011l9902', abbreviation: 'Directive 2011/9902/EU' }

describe('addresses of norms', () => {
  it('are those that the source gives', async () => {
    assert.equal(await address('official', cited('par:1')), 'https://recht.example/msgb/__1.html')
    assert.equal(await address('official', cited(null)), 'https://recht.example/msgb/index.html')
    assert.equal(await address('official', cited('par:999')), undefined)
    assert.equal(await address('official', cited('par:1', { code: null })), undefined)
  })

  it('are of other sites if these name the norm by rule, and are read back', async () => {
    for (const site of ['dejure', 'buzer'] as const) {
      assert.deepEqual(readAddress((await address(site, cited('par:7a'))) ?? ''), { law: 'MSGB', norm: '7a' })
      assert.deepEqual(
        readAddress((await address(site, cited('par:5', { code: 'sgb_5', abbreviation: 'SGB 5' }))) ?? ''),
        {
          law: site === 'dejure' ? 'SGB_V' : 'SGB V',
          norm: '5',
        },
      )
      assert.equal(await address(site, cited('art:1/par:2')), undefined)
      assert.equal(await address(site, cited('annex:1')), undefined)
      assert.equal(await address(site, cited('art:1', ACT)), undefined)
    }
  })

  it('are of EUR-Lex for acts of the Union only', async () => {
    assert.match((await address('eur-lex', cited('art:1', ACT))) ?? '', /CELEX:32011L9902/)
    assert.equal(await address('eur-lex', cited('par:1')), undefined)
  })

  it('are those of the pages of a server, with the part and the day', async () => {
    const base = 'https://laws.example/msgb'
    assert.equal(await address('self', cited('par:1', { subdivision: 'abs:2/satz:1' })), `${base}/1/2/satz:1`)
    assert.equal(await address('self', cited('par:1', { as_of: '2024-06-01' })), `${base}/1?as_of=2024-06-01`)
    assert.equal(await address('official', cited('par:1', { as_of: '2024-06-01' })), undefined)
  })
})
