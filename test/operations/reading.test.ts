/** Navigation: from a norm to its neighbours, and from a law to its parts. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { law } from '../../src/operations/law.ts'
import { norm } from '../../src/operations/norm.ts'
import { norms } from '../../src/operations/norms.ts'
import { parseInput } from '../../src/operations/operation.ts'
import { relationships } from '../../src/operations/relationships.ts'
import { LegalTextError } from '../../src/util/errors.ts'

const corpus = await openCorpus({ dataset: 'starter' })
after(() => corpus.close())

const ask = (input: Record<string, unknown>) => law.run(corpus, parseInput(law, input))

/** Requests an outline; it must match its schema exactly. */
async function outline(code: string, input: Record<string, unknown>) {
  const answer = await ask({ code, ...input })
  const asJson = JSON.parse(JSON.stringify(answer))
  assert.deepEqual(law.output().parse(asJson), asJson)
  return answer
}

const paths = (answer: { norms: readonly { norm: string }[] }) => answer.norms.map(({ norm }) => norm)

async function failure(run: Promise<unknown>): Promise<LegalTextError> {
  const error = await run.then(
    () => assert.fail('it has an answer'),
    (error: unknown) => error,
  )
  assert(error instanceof LegalTextError, String(error))
  return error
}

test('a norm tells its neighbours, and the totals of its relationships', async () => {
  for (const { code } of (await corpus.laws({})).items) {
    for (const { norm: path } of await corpus.outline(code)) {
      const answer = await norm.run(corpus, { code, norm: path })
      assert.deepEqual(
        [answer.previous_norm?.norm ?? null, answer.next_norm?.norm ?? null],
        [answer.previous, answer.next],
      )
      for (const type of ['cites', 'cited_by'] as const) {
        const { total } = await relationships.run(corpus, { code, norm: path, type, limit: 1, offset: 0 })
        assert.equal(answer.citation_counts[type].total, total, `${code} ${path} ${type}`)
      }
    }
  }
})

describe('an outline of some levels', () => {
  test('has the headings and norms of these levels, and what is under each heading', async () => {
    const answer = await outline('msgb', { depth: '2' })
    assert.deepEqual(paths(answer), ['toc:1', 'annex:1'])
    assert.equal(answer.depth, 2)
    assert.equal(answer.norm_count, 29)
    assert.deepEqual(
      answer.structure
        .slice(0, 2)
        .map(({ label, level, start, end, extent }) => ({ label, level, start, end, extent })),
      [
        {
          ...{ label: 'Buch 1', level: 0, start: 1, end: 1 },
          extent: {
            norm_count: 10,
            first: { norm: 'par:1', label: '§ 1' },
            last: { norm: 'par:12aa', label: '§ 12aa' },
          },
        },
        {
          ...{ label: 'Titel 1', level: 1, start: 1, end: 1 },
          extent: { norm_count: 6, first: { norm: 'par:1', label: '§ 1' }, last: { norm: 'par:8', label: '§ 8' } },
        },
      ],
    )
    assert.equal((await outline('msgb', { depth: 1 })).structure.length, 3)
  })

  test('keeps the norms beside headings, and the text of a heading itself', async () => {
    const answer = await outline('msgbeg', { depth: 2 })
    const shown = paths(answer)
    assert(shown.includes('art:5') && shown.includes('art:1') && !shown.includes('art:5/par:1'))
    const article = answer.structure.find(({ label }) => label === 'Art 5')
    assert.equal(shown[(article?.start ?? 0) - 1], 'art:5')
  })

  test('has the whole law once there are no more levels, and of a law without headings', async () => {
    for (const { code } of (await corpus.laws({})).items) {
      const whole = await ask({ code })
      const { depth, structure, ...rest } = await outline(code, { depth: 20 })
      assert.equal(depth, 20)
      assert.deepEqual({ ...rest, structure: structure.map(({ extent: _, ...heading }) => heading) }, whole)
      for (const { start, end, label, title, extent } of structure) {
        const before = whole.norms[start - 1]
        const own = before?.label === label && before.heading === title ? 1 : 0
        assert.equal(extent?.norm_count, end - start + own)
      }
    }
    assert.deepEqual(paths(await outline('signalbek', { depth: 1 })), paths(await ask({ code: 'signalbek' })))
  })

  test('leaves no norm out twice, and none in that is deeper', async () => {
    for (const { code } of (await corpus.laws({})).items) {
      const whole = await ask({ code })
      const above = (index: number) => whole.structure.filter(({ start, end }) => start <= index && index < end).length
      for (const depth of [1, 2, 3]) {
        const expected = paths(whole).filter((_, index) => above(index) < depth)
        assert.deepEqual(paths(await outline(code, { depth })), expected, `${code} ${depth}`)
      }
    }
  })
})

describe('a part of a law', () => {
  test('has its norms, the headings under it, and those that lead to it', async () => {
    const answer = await outline('msgb', { part: 'Buch 2' })
    assert.deepEqual(paths(answer), [
      'par:13',
      'par:14',
      'par:15',
      'par:16',
      'par:17',
      'par:18',
      'par:19',
      'par:20-21',
      'par:22',
    ])
    assert.deepEqual(
      answer.structure.map(({ label, level, start, end }) => [label, level, start, end]),
      [
        ['Abschnitt 1', 0, 0, 3],
        ['Abschnitt 2', 0, 3, 9],
      ],
    )
    const { part } = await outline('msgb', { part: 'Kündigung und Rückgabe' })
    assert.deepEqual(
      part?.place.map(({ label }) => label),
      ['Buch 2', 'Abschnitt 2'],
    )
    assert.equal(part?.extent.norm_count, 6)
    assert.equal(part?.extent.last?.norm, 'par:22')
  })

  test('counts its levels from the part on', async () => {
    const answer = await outline('msgb', { part: 'Buch 3', depth: 1 })
    assert.deepEqual([paths(answer), answer.structure.length], [[], 3])
    assert.deepEqual(
      paths(await outline('msgb', { part: 'Buch 3', depth: 2 })),
      paths(await outline('msgb', { part: 'Buch 3' })),
    )
  })

  test('begins with the text of its heading', async () => {
    const answer = await outline('msgbeg', { part: 'Art. 5' })
    assert.deepEqual(paths(answer), ['art:5', 'art:5/par:1', 'art:5/par:2', 'art:5/par:2a'])
  })

  test('has as many norms as an outline of levels says, the text of its heading included', async () => {
    for (const { code } of (await corpus.laws({})).items) {
      const { structure } = await outline(code, { depth: 20 })
      let place: string[] = []
      for (const { level, label, extent } of structure) {
        place = [...place.slice(0, level), label]
        const { part, norms: listed } = await outline(code, { part: place.join(' ') })
        assert.deepEqual(part?.extent, extent, place.join(' '))
        assert.equal(extent?.norm_count, listed.length)
      }
    }
    const { part } = await outline('msgbeg', { part: 'Art. 5', depth: 1 })
    assert.deepEqual([part?.extent.norm_count, part?.extent.first?.norm], [4, 'art:5/par:1'])
    assert.equal((await norms.run(corpus, { code: 'msgbeg', part: 'Art. 5' })).part?.extent.norm_count, 4)
  })

  test('comes with its wording, and with all of it', async () => {
    for (const { code } of (await corpus.laws({})).items) {
      const { structure } = await ask({ code })
      const whole = await norms.run(corpus, { code })
      let place: string[] = []
      for (const { level, label } of structure) {
        place = [...place.slice(0, level), label]
        const part = place.join(' ')
        const answer = await norms.run(corpus, { code, part })
        assert.deepEqual(paths(answer), paths(await outline(code, { part })), part)
        assert.equal(answer.count, answer.norms.length)
        const wordings = answer.norms.map((each) => whole.norms.find((other) => other.norm === each.norm))
        assert.deepEqual(answer.norms, wordings)
      }
    }
    const answer = await norms.run(corpus, { code: 'msgb', part: 'Buch 2' })
    assert.deepEqual(norms.output().parse(answer), answer)
  })

  test('that the law lacks is an error with parts that it has', async () => {
    const error = await failure(ask({ code: 'msgb', part: 'Buch 2 Abschnitt 9' }))
    assert.equal(error.kind, 'not_found')
    assert.deepEqual(
      error.details.suggestions?.map(({ part, title }) => [part, title]),
      [
        ['Buch 2 Abschnitt 1', 'Überlassung und Haftung'],
        ['Buch 2 Abschnitt 2', 'Kündigung und Rückgabe'],
      ],
    )
  })

  test('with a name that several have is ambiguous, with names that lead to each', async () => {
    const error = await failure(ask({ code: 'msgb', part: 'Titel 1' }))
    assert.equal(error.kind, 'ambiguous')
    const names = error.details.candidates?.map(({ part }) => part) ?? []
    assert.deepEqual(names, ['Buch 1 Titel 1', 'Buch 3 Titel 1'])
    for (const part of names) assert((await outline('msgb', { part })).norms.length > 0)
  })

  test('of a law without headings is an error that says so', async () => {
    const error = await failure(ask({ code: 'signalbek', part: 'Teil 1' }))
    assert.equal(error.kind, 'not_found')
    assert.match(error.message, /has no parts: there are no headings/)
  })
})

test('without depth and part a law is what the corpus has, to the byte', async () => {
  for (const { code } of (await corpus.laws({})).items) {
    const { cite_as, ...answer } = await ask({ code })
    assert.notEqual(cite_as, '')
    assert.equal(JSON.stringify(answer), JSON.stringify(await corpus.law(code)))
    assert.deepEqual(Object.keys(await norms.run(corpus, { code })), ['code', 'count', 'norms'])
  }
})

test('levels are a whole number from 1 to 20', async () => {
  for (const depth of ['0', '21', '-1', 'all', '1.5', '']) {
    await assert.rejects(async () => ask({ code: 'msgb', depth }), /depth: must be a whole number from 1 to 20/)
  }
})
