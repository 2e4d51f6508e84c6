import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { resolveLaw } from '../../src/resolve/resolve-law.ts'
import { resolveNorm } from '../../src/resolve/resolve-norm.ts'
import { selectSubdivision } from '../../src/resolve/select-subdivision.ts'
import { type ErrorKind, LegalTextError } from '../../src/util/errors.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

async function resolve(code: string, designation: string) {
  const { norm, subdivision, resolution } = await resolveNorm(corpus, await resolveLaw(corpus, code), designation)
  return { norm: norm.norm, by: resolution?.by, selection: selectSubdivision(norm, subdivision) }
}

async function fails(code: string, designation: string, kind: ErrorKind): Promise<LegalTextError> {
  const error = await resolve(code, designation).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof LegalTextError, `${code} ${designation} should fail`)
  assert.equal(error.kind, kind, error.message)
  return error
}

describe('a law', () => {
  it('is ambiguous where several have the name', async () => {
    const error = await fails('BienHV', '1', 'ambiguous')
    assert.deepEqual(
      error.details.candidates?.map(({ code }) => code),
      ['bienhv_1998', 'bienhv_2005'],
    )
  })

  it('is not found with suggestions', async () => {
    const error = await fails('msgp', '1', 'not_found')
    assert.equal(error.details.code, 'msgp')
    assert.equal(error.details.suggestions?.[0]?.code, 'msgb')
    assert.equal((await fails('zzzzzzzz', '1', 'not_found')).details.suggestions, undefined)
  })

  it('that is not found has the laws first whose code or abbreviation begins with the name', async () => {
    const error = await fails('ms', '1', 'not_found')
    assert.deepEqual(
      error.details.suggestions?.slice(0, 3).map(({ code }) => code),
      ['msgb', 'msgbeg', 'msverf'],
    )
    assert.match(error.message, /; did you mean one of msgb, msgbeg, msverf\?$/)
    assert.match((await fails('msgbe', '1', 'not_found')).message, /; did you mean msgbeg \(MSGBEG\)\?$/)
  })

  it('in a numbered series is suggested in the order of the numbers, and the whole series', async () => {
    const books = [10, 2, 1, 14, 3, 4, 5, 6, 7, 8, 9, 11, 12].map((book) => ({
      code: `sgb_${book}`,
      abbreviation: `SGB ${book}`,
    }))
    const series = {
      bundle: { name: 'the corpus' },
      findLaws: async () => [],
      lawsCalled: async () => [],
      laws: async () => ({ items: [...books, { code: 'nsgbefv', abbreviation: 'NSGBefV' }], total: 14 }),
      similarLaws: async () => assert.fail('there are enough'),
      lawsEverCalled: async () => [],
    } as unknown as Corpus
    const error: LegalTextError = await resolveLaw(series, 'SGB').then(
      () => assert.fail(),
      (thrown) => thrown,
    )
    const codes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14].map((book) => `sgb_${book}`)
    assert.deepEqual(
      error.details.suggestions?.map(({ code }) => code),
      codes,
    )
  })
})

describe('a norm', () => {
  const cases: [code: string, designation: string, norm: string, by: string | undefined][] = [
    ['msgb', 'par:1', 'par:1', undefined],
    ['msgb', 'PAR:1', 'par:1', undefined],
    ['msgb', '1', 'par:1', 'short_form'],
    ['msgb', '§ 1', 'par:1', 'short_form'],
    ['msgb', '§12AA', 'par:12aa', 'short_form'],
    ['msgb', 'par:4', 'par:3-6', 'range'],
    ['msgb', '§ 4', 'par:3-6', 'range'],
    ['msgb', '10a', 'par:10_10a-11', 'range'],
    ['msgb', '§§ 3 bis 6', 'par:3-6', 'short_form'],
    ['msgb', 'Inhaltsübersicht', 'toc:1', 'short_form'],
    ['msgb', 'Anlage', 'annex:1', 'short_form'],
    ['msgbeg', 'Art. 5 § 2', 'art:5/par:2', 'short_form'],
    ['msgbeg', 'art:5', 'art:5', undefined],
    ['msgbeg', 'Artikel 28', 'art:27-29', 'range'],
    ['msgbeg', '§ 2a', 'art:5/par:2a', 'short_form'],
    ['msverf', 'Präambel', 'preamble:1', 'short_form'],
    ['msverf', 'Art. 12a', 'art:12a', 'short_form'],
    ['hafeng_2021', 'Anhang 1', 'annex:1/seq:2', 'short_form'],
    ['hafeng_2021', 'Anlage 1', 'annex:1', 'short_form'],
    ['bienhv_1998', 'par:4', 'par:4', undefined],
    ['bienhv_1998', 'par:4/seq:2', 'par:4/seq:2', undefined],
    ['leuchtfo', '§ 3.28a', 'par:3.28a', 'short_form'],
    ['signalbek', 'Regel 2', 'item:2', 'short_form'],
    ['signalbek', 'I.', 'item:i', 'short_form'],
  ]
  for (const [code, designation, norm, by] of cases) {
    it(`${code} ${designation} is ${norm}`, async () => {
      const found = await resolve(code, designation)
      assert.deepEqual([found.norm, found.by], [norm, by])
    })
  }

  it('is ambiguous where a shorthand fits several', async () => {
    const error = await fails('bienhv_2005', '§ 1', 'ambiguous')
    assert.deepEqual(
      error.details.candidates?.map(({ norm }) => norm),
      ['part:1/par:1', 'part:2/par:1'],
    )
    await fails('msgbeg', '§ 1', 'ambiguous')
    const twins = await fails('bienhv_1998', '§ 4', 'ambiguous')
    assert.deepEqual(
      twins.details.candidates?.map(({ norm }) => norm),
      ['par:4', 'par:4/seq:2'],
    )
  })

  it('is not found with the nearest ones', async () => {
    const error = await fails('msgb', '§ 29', 'not_found')
    assert.ok(error.details.suggestions?.some(({ norm }) => norm === 'par:28'))
    assert.ok(error.details.suggestions?.some(({ norm }) => norm === 'par:30-31'))
    await fails('msgb', 'par:4711', 'not_found')
    const otherKind = await fails('msgb', 'Art. 12', 'not_found')
    assert.deepEqual(
      otherKind.details.suggestions?.map(({ norm }) => norm),
      ['par:12'],
    )
    await fails('msgb', 'art:1', 'not_found')
  })

  it('is refused where it is no designation', async () => {
    for (const nonsense of ['hello world', 'par:', ':1', 'par:1//', '§', '\u0000', 'par:1/satz:1/abs:1']) {
      await fails('msgb', nonsense, 'invalid_input')
    }
  })
})

describe('a subdivision', () => {
  const cases: [code: string, designation: string, path: string, text: RegExp][] = [
    ['msgb', 'par:1/abs:2', 'abs:2', /^\(2\)/],
    ['msgb', '§ 1 Abs. 2 Satz 1', 'abs:2/satz:1', /^\p{Lu}.*\.$/u],
    ['msgb', '§ 14 Abs. 1 Nr. 1 Buchst. a', 'abs:1/satz:1/nr:1/buchst:a', /^a\)/],
    ['msgb', 'par:14/abs:1/nr:1/buchst:a/buchst:bb', 'abs:1/satz:1/nr:1/buchst:a/buchst:bb', /^bb\)/],
    ['msgb', '§ 7 Abs. 1a', 'abs:1a', /^\(1a\)/],
    ['msgb', '§ 14 Abs. 1 Nr. 1b', 'abs:1/satz:1/nr:1/buchst:b', /^b\)/],
    ['msgb', '§ 14 Abs. 1 Satz 1 Nr. 1a Doppelbuchst. bb', 'abs:1/satz:1/nr:1/buchst:a/buchst:bb', /^bb\)/],
  ]
  for (const [code, designation, path, text] of cases) {
    it(`${code} ${designation} is ${path}`, async () => {
      const { selection } = await resolve(code, designation)
      assert.equal(selection?.path, path)
      assert.match(selection?.text ?? '', text)
    })
  }

  it('of a number with a letter is that of the number only where no number has the letter', async () => {
    const { norm } = await resolveNorm(corpus, await resolveLaw(corpus, 'msgb'), 'par:14')
    const wanted = [{ kind: 'nr', value: '1a' } as const]
    const select = (...paths: string[]) => {
      const subdivisions = paths.map((path) => ({ path, label: path, text: path, status: 'in_force' as const }))
      return selectSubdivision({ ...norm, subdivisions }, wanted)?.path
    }
    assert.equal(select('nr:1', 'nr:1/buchst:a', 'nr:1a'), 'nr:1a')
    assert.equal(select('nr:1', 'nr:1/buchst:a'), 'nr:1/buchst:a')
    assert.throws(() => select('nr:1', 'nr:1/buchst:b', 'nr:2/buchst:a'), /has only Nr\. 1$/)
    assert.throws(() => select('satz:1/nr:1/buchst:a', 'satz:2/nr:1/buchst:a'), /fits 2 parts/)
  })

  it('that does not exist is not found, and what there is is said', async () => {
    const error = await fails('msgb', '§ 1 Abs. 9', 'not_found')
    assert.match(error.message, /^§ 1 MSGB has only Abs\. 1, 2 and 3$/)
    assert.match(
      (await fails('msgb', '§ 17 Abs. 1', 'not_found')).message,
      /^§ 17 MSGB has no Abs\. 1, only Satz 1, Satz 2$/,
    )
    assert.match((await fails('msgb', '§ 8 Abs. 1', 'not_found')).message, /^§ 8 MSGB is repealed and has no Abs\. 1$/)
  })
})
