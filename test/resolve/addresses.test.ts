import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { isAddress, readAddress } from '../../src/resolve/addresses.ts'
import { readLawOrNorm } from '../../src/resolve/law-or-norm.ts'
import { readNamedNorm } from '../../src/resolve/named-norm.ts'
import { resolveLaw } from '../../src/resolve/resolve-law.ts'

describe('an address', () => {
  const cases: [address: string, law: string, norm?: string][] = [
    ['https://www.gesetze-im-internet.de/bgb/__433.html', 'bgb', 'par:433'],
    ['http://gesetze-im-internet.de/bgb/__312g.html', 'bgb', 'par:312g'],
    ['gesetze-im-internet.de/bgbeg/art_246a__1.html', 'bgbeg', 'art:246a/par:1'],
    ['www.gesetze-im-internet.de/x/__1_01.html', 'x', 'par:1.01'],
    ['https://www.gesetze-im-internet.de/x/___16a_bis_16c.html', 'x', 'par:16a-16c'],
    ['https://www.gesetze-im-internet.de/x/anlage_2a.html', 'x', 'annex:2a'],
    ['https://www.gesetze-im-internet.de/x/anlage.html', 'x', 'annex:1'],
    ['https://www.gesetze-im-internet.de/gg/pr_ambel.html', 'gg', 'preamble:1'],
    ['https://www.gesetze-im-internet.de/bgb/', 'bgb'],
    ['https://www.gesetze-im-internet.de/bgb/index.html', 'bgb'],
    ['https://www.gesetze-im-internet.de/bgb/BJNR001950896.html#BJNR001950896BJNE042102377', 'bgb'],
    ['https://www.gesetze-im-internet.de/englisch_bgb/englisch_bgb.html#p1', 'bgb'],
    ['http://127.0.0.1:8080/laws/bgb/norms/par%3A433', 'bgb', 'par:433'],
    ['https://laws.example/de/laws/bgb/norms/par%3A433%2Fabs%3A1/versions', 'bgb', 'par:433/abs:1'],
    ['http://localhost/laws/bgb', 'bgb'],
    ['http://localhost:8080/bgb/433', 'bgb', '433'],
    ['/bgb/433', 'bgb', '433'],
    ['/laws/bgb/norms/par:433', 'bgb', 'par:433'],
    ['https://dejure.org/gesetze/BGB/433.html', 'BGB', '433'],
    ['https://dejure.org/gesetze/SGB_V/5.html#x', 'SGB_V', '5'],
    ['https://dejure.org/dienste/lex/BGB/433/1.html', 'BGB', '433 Abs. 1'],
    ['https://www.buzer.de/433_BGB.htm', 'BGB', '433'],
    ['https://www.buzer.de/5_SGB_V.htm', 'SGB_V', '5'],
    ['https://www.buzer.de/Art_1_GG.htm', 'GG', 'Art 1'],
    ['https://www.buzer.de/s1.htm?g=BGB&a=433', 'BGB', '433'],
  ]
  for (const [address, law, norm] of cases) {
    it(address, () => {
      const read = readAddress(address)
      assert.equal(read?.law, law)
      assert.equal(read?.norm, norm)
    })
  }

  it('may name a day', () => {
    assert.equal(readAddress('http://localhost/laws/bgb/norms/par%3A1?as_of=2025-01-01')?.as_of, '2025-01-01')
  })

  it('that does not tell the law is an error', () => {
    for (const address of [
      'https://www.buzer.de/gesetz/6597/a90871.htm',
      'https://x.example/a/b/c',
      'https://a.example/',
    ]) {
      assert.throws(() => readAddress(address), /does not tell which law it shows/)
    }
  })

  it('is no designation', () => {
    for (const text of ['§ 433 BGB', 'bgb par:433', '/', '§§ 1/2 BGB', 'https://a.example/bgb/1 und 2', 'BGB/EGBGB']) {
      assert.equal(isAddress(text), false, text)
      assert.equal(readAddress(text), undefined)
    }
  })
})

describe('in a corpus an address names', () => {
  it('a norm, a law, or neither', async () => {
    const corpus = await openCorpus({ dataset: 'starter' })
    const named = (text: string) => readNamedNorm(corpus, text)
    assert.deepEqual(await named('https://www.gesetze-im-internet.de/msgb/__1.html'), {
      text: 'https://www.gesetze-im-internet.de/msgb/__1.html',
      code: 'msgb',
      norm: 'par:1',
    })
    assert.equal((await named('http://localhost/laws/msgb/norms/par%3A1%2Fabs%3A2')).norm, 'par:1/abs:2')
    await assert.rejects(named('https://dejure.org/gesetze/MSGB/99.html'), /MSGB has no § 99/)
    await assert.rejects(named('https://www.gesetze-im-internet.de/msgb/'), /names MSGB, not a norm of it/)
    assert.equal((await resolveLaw(corpus, 'https://www.gesetze-im-internet.de/msgb/index.html')).code, 'msgb')
    assert.deepEqual(await readLawOrNorm(corpus, ['https://dejure.org/gesetze/MSGB']), { code: 'MSGB' })
    assert.deepEqual(await readLawOrNorm(corpus, ['https://dejure.org/gesetze/MSGB/1.html']), {
      code: 'MSGB',
      norm: '1',
    })
    await corpus.close()
  })
})
