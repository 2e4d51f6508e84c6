import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openEngine } from '../../src/dataset/open-engine.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { check } from '../../src/operations/check.ts'
import { cite } from '../../src/operations/cite.ts'
import { answerRequest, answersInContext, answersOf } from '../../src/operations/norm-answers.ts'
import { designatedRequests } from '../../src/resolve/norm-requests.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { buildStates } from '../invented-states.ts'

const FIRST = '2021-01-01'
const SECOND = '2022-01-01'
const THIRD = '2023-01-01'
const NEWEST = '2024-01-01'

// § 1 changes on each day, § 2 once, § 3 is added and § 4 removed, § 5 never changes, § 8 becomes one of several.
const STATES = {
  [FIRST]: {
    AckerG: {
      '§ 1': '(1) Eins.\n(2) Alt.',
      '§ 2': '(1) Weizen.\n(2) Gerste.',
      '§ 4': 'Vier.',
      '§ 5': 'Fünf.',
      '§ 8': 'Acht.',
    },
    TeichG: { '§ 1': 'Karpfen.' },
  },
  [SECOND]: {
    AckerG: { '§ 1': '(1) Zwei.', '§ 2': '(1) Weizen.\n(2) Gerste.', '§ 4': 'Vier.', '§ 5': 'Fünf.', '§ 8': 'Acht.' },
    TeichG: { '§ 1': 'Karpfen.' },
  },
  [THIRD]: {
    AckerG: { '§ 1': '(1) Drei.', '§ 2': '(1) Roggen.', '§ 3': 'Neu.', '§ 5': 'Fünf.', '§§ 7 bis 9': '(weggefallen)' },
  },
  [NEWEST]: {
    AckerG: { '§ 1': '(1) Vier.', '§ 2': '(1) Roggen.', '§ 3': 'Neu.', '§ 5': 'Fünf.', '§§ 7 bis 9': '(weggefallen)' },
  },
}

let folder: string
let corpus: Corpus
let single: Corpus
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'edition-versions-'))
  corpus = await openEngine(await buildStates(join(folder, 'all'), STATES))
  single = await openEngine(await buildStates(join(folder, 'one'), { [NEWEST]: STATES[NEWEST] }))
})
after(async () => {
  await corpus.close()
  await single.close()
  rmSync(folder, { recursive: true })
})

async function only(q: string, as_of?: string) {
  const { citations } = await cite.run(corpus, { q, ...(as_of !== undefined && { as_of }) })
  const { findings } = await check.run(corpus, { text: q, wording: true, ...(as_of !== undefined && { as_of }) })
  const [citation] = citations
  assert(citation !== undefined && citations.length === 1, q)
  const { line: _line, column: _column, ...finding } = findings[0] ?? {}
  assert.deepEqual(finding, citation, 'check says the same as cite')
  return citation
}

describe('an edition that is named by a day', () => {
  const cases: [words: string, expected: string][] = [
    ['§ 1 Abs. 1 AckerG in der bis zum 31. Dezember 2022 geltenden Fassung', 'right 2022-01-01 (1) Zwei.'],
    ['§ 1 Abs. 1 AckerG in der vor dem 1. Januar 2023 geltenden Fassung', 'right 2022-01-01 (1) Zwei.'],
    ['§ 1 Abs. 1 AckerG in der am 1. Januar 2022 geltenden Fassung', 'right 2022-01-01 (1) Zwei.'],
    ['§ 1 Abs. 1 AckerG in der Fassung vom 1.1.2022', 'right 2022-01-01 (1) Zwei.'],
    ['§ 1 Abs. 1 AckerG in der ab dem 2. Januar 2022 geltenden Fassung', 'right 2023-01-01 (1) Drei.'],
    ['§ 1 Abs. 2 AckerG in der bis zum 1. Januar 2021 geltenden Fassung', 'right 2021-01-01 (2) Alt.'],
    ['§ 2 Abs. 2 AckerG in der am 1. Juli 2021 geltenden Fassung', 'right 2021-07-01 (2) Gerste.'],
    ['§ 4 AckerG in der bis zum 31.12.2021 geltenden Fassung', 'right 2021-12-31 Vier.'],
    ['§ 1 TeichG in der bis zum 31.12.2021 geltenden Fassung', 'right 2021-12-31 Karpfen.'],
    ['§ 1 Abs. 2 AckerG in der am 1. Januar 2022 geltenden Fassung', 'wrong 2022-01-01 null'],
    ['§ 3 AckerG in der am 1. Januar 2022 geltenden Fassung', 'wrong 2022-01-01 null'],
  ]
  for (const [words, expected] of cases) {
    it(`${words}: ${expected}`, async () => {
      const { class: verdict, as_of, wording, message, edition } = await only(words)
      assert.equal(`${verdict} ${as_of} ${wording}`, expected)
      assert(edition !== null && message?.includes(`(${edition}), here as published on ${as_of}`), String(message))
      assert(!message?.includes('in force'), 'the source does not say when a text is in force')
    })
  }

  it('tells when its version was published', async () => {
    const { version } = await only('§ 2 AckerG in der bis zum 31. Dezember 2021 geltenden Fassung')
    assert.deepEqual(version, { observed_from: FIRST, observed_to: SECOND, valid_from: null, valid_to: null })
  })

  it('is uncertain if the corpus does not have it, and says why', async () => {
    for (const [words, reason] of [
      [
        '§ 1 AckerG in der am 1. Juli 2022 geltenden Fassung',
        /which wording .* 2022-07-01 .* 2022-01-01 and 2023-01-01/,
      ],
      ['§ 3 AckerG in der am 1. Juli 2022 geltenden Fassung', /2022-01-01 and 2023-01-01, .* do not both have it/],
      [
        '§ 1 AckerG in der bis zum 31. Dezember 2020 geltenden Fassung',
        /the first state of the corpus is of 2021-01-01/,
      ],
      ['§ 1 AckerG in der am 2. Januar 2024 geltenden Fassung', /the newest state of the corpus is of 2024-01-01/],
    ] as const) {
      const { class: verdict, status, wording, as_of, message } = await only(words)
      assert.deepEqual([verdict, status, as_of], ['uncertain', 'resolved', undefined], words)
      assert.equal(wording, (await corpus.norm('ackerg', words.startsWith('§ 1') ? 'par:1' : 'par:3'))?.text)
      assert.match(message ?? '', reason)
    }
  })

  it('is uncertain if its words name no day', async () => {
    for (const edition of [
      'in der Fassung der Bekanntmachung vom 1. Januar 2022',
      'in der bis 2021 geltenden Fassung',
    ]) {
      const { class: verdict, as_of, message } = await only(`§ 1 AckerG ${edition}`)
      assert.deepEqual([verdict, as_of], ['uncertain', undefined])
      assert.equal(message, `the text names an edition (${edition}), which may differ from the text given here`)
    }
  })

  it('holds for each norm of a range, and for its missing end', async () => {
    const text = '§§ 1 bis 4 AckerG in der bis zum 31. Dezember 2021 geltenden Fassung'
    const { citations } = await cite.run(corpus, { q: text })
    assert.deepEqual(
      citations.map(({ norm, class: verdict, as_of }) => `${norm} ${verdict} ${as_of}`),
      ['par:1 right 2021-01-01', 'par:2 right 2021-01-01', 'par:4 right 2021-01-01'],
    )
    const { citations: wrong } = await cite.run(corpus, { q: text.replace('4', '9') })
    assert.deepEqual([wrong.at(-1)?.status, wrong.at(-1)?.class], ['not_found', 'wrong'])
  })

  it('is looked up in a document that names it once', async () => {
    const text =
      'Vorschriften des AckerG werden in der am 1. Januar 2021 geltenden Fassung zitiert. Nach § 4 AckerG gilt.'
    const { findings } = await check.run(corpus, { text })
    assert.deepEqual([findings[0]?.class, findings[0]?.as_of], ['right', FIRST])
  })

  it('leaves laws that the corpus cannot have as they are', async () => {
    const { class: verdict, as_of } = await only('Art. 6 DSGVO in der am 1. Januar 2022 geltenden Fassung')
    assert.deepEqual([verdict, as_of], ['outside', undefined])
  })

  it('is uncertain in a corpus of one state, as before', async () => {
    const { citations } = await cite.run(single, { q: '§ 1 AckerG in der am 1. Januar 2022 geltenden Fassung' })
    assert.deepEqual(
      [citations[0]?.class, citations[0]?.message],
      [
        'uncertain',
        'the text names an edition (in der am 1. Januar 2022 geltenden Fassung); the corpus has one wording only, which may differ',
      ],
    )
    assert(!('as_of' in (citations[0] ?? {})))
  })
})

describe('a norm that is requested in an edition', () => {
  const requested = async (text: string, size = 0, as_of?: string) => {
    const requests = await designatedRequests(corpus, text)
    const answers =
      size > 0 ? answersInContext(corpus, requests, size, { as_of }) : answersOf(corpus, requests, { as_of })
    const all: string[] = []
    for await (const { answer } of answers) {
      all.push(answer instanceof LegalTextError ? answer.message : `${answer.norm} ${answer.as_of} ${answer.text}`)
    }
    return all
  }

  it('has the text of its version, also on another day that is named', async () => {
    const old = ['par:4 2021-12-31 Vier.']
    assert.deepEqual(await requested('§ 4 AckerG in der bis zum 31.12.2021 geltenden Fassung'), old)
    assert.deepEqual(await requested('§ 4 AckerG in der bis zum 31.12.2021 geltenden Fassung', 0, NEWEST), old)
    assert.deepEqual(await requested('§ 1 TeichG a. F.'), ['par:1 2022-01-01 Karpfen.'])
  })

  it('has the norms next to it of the same day', async () => {
    assert.deepEqual(await requested('§ 4 AckerG in der am 1. Januar 2022 geltenden Fassung, § 3 AckerG', 1), [
      'par:2 2022-01-01 (1) Weizen.\n(2) Gerste.',
      'par:4 2022-01-01 Vier.',
      'par:5 2022-01-01 Fünf.',
      'par:2 undefined (1) Roggen.',
      'par:3 undefined Neu.',
      'par:5 undefined Fünf.',
    ])
  })

  it('is that of today if the corpus lacks the edition, and the answer says so', async () => {
    const [request] = await designatedRequests(corpus, '§ 1 AckerG in der bis zum 31. Dezember 2020 geltenden Fassung')
    assert(request !== undefined)
    const { text, resolution } = await answerRequest(corpus, request)
    assert.equal(text, '(1) Vier.')
    assert.match(resolution?.message ?? '', /may differ .* the first state of the corpus is of 2021-01-01/)
  })
})

describe('a. F.', () => {
  it('is the only former version of a norm', async () => {
    const { class: verdict, wording, as_of, version, message } = await only('§ 2 Abs. 2 AckerG a. F.')
    assert.deepEqual([verdict, wording, as_of, version?.observed_to], ['right', '(2) Gerste.', SECOND, SECOND])
    assert.match(
      message ?? '',
      /\(a\. F\.\), here the only former version that the corpus has, as published on 2022-01-01$/,
    )
  })

  it('is the version of a norm that is gone', async () => {
    const { class: verdict, wording, as_of } = await only('§ 4 AckerG a. F.')
    assert.deepEqual([verdict, wording, as_of], ['right', 'Vier.', SECOND])
  })

  it('is the last version of a norm of a law that is gone', async () => {
    const { class: verdict, wording, as_of } = await only('§ 1 TeichG a. F.')
    assert.deepEqual([verdict, wording, as_of], ['right', 'Karpfen.', SECOND])
  })

  it('is the version of a norm for which several others stand now', async () => {
    const { class: verdict, norm, wording, as_of } = await only('§ 8 AckerG a. F.')
    assert.deepEqual([verdict, norm, wording, as_of], ['right', 'par:8', 'Acht.', SECOND])
  })

  it('is uncertain if there are several, none, or one without the part', async () => {
    for (const [words, reason] of [
      ['§ 1 AckerG a. F.', /the corpus has 3 former versions of it$/],
      ['§ 5 AckerG a. F.', /the corpus has no former version of it$/],
      [
        '§ 2 Abs. 9 AckerG a. F.',
        /the only former version that the corpus has, published until 2022-01-01, does not have it$/,
      ],
    ] as const) {
      const { class: verdict, as_of, message } = await only(words)
      assert.deepEqual([verdict, as_of], ['uncertain', undefined], words)
      assert.match(message ?? '', reason)
    }
  })

  it('is former to the day as of which the text is judged', async () => {
    const { wording, as_of } = await only('§ 1 Abs. 1 AckerG a. F.', SECOND)
    assert.deepEqual([wording, as_of], ['(1) Eins.', FIRST])
  })
})

describe('a text as of a day', () => {
  it('is judged by the state of that day, with a note where the text has changed', async () => {
    for (const [words, day, expected] of [
      ['§ 2 Abs. 2 AckerG', SECOND, "right (2) Gerste. today's text of it differs, as published on 2024-01-01"],
      ['§ 2 Abs. 2 AckerG', THIRD, 'wrong null § 2 AckerG has only Abs. 1'],
      ['§ 4 AckerG', SECOND, 'right Vier. the law as published on 2024-01-01 no longer has it'],
      [
        '§ 4 AckerG',
        THIRD,
        'wrong null AckerG has no § 4 (it goes from § 3 to § 5); it was published until 2022-01-01',
      ],
      ['§ 5 AckerG', FIRST, 'right Fünf. null'],
      ['§ 1 TeichG', SECOND, 'right Karpfen. the law as published on 2024-01-01 no longer has it'],
      ['§ 2 Abs. 1 AckerG', THIRD, 'right (1) Roggen. null'],
    ] as const) {
      const { class: verdict, wording, message } = await only(words, day)
      assert.equal(`${verdict} ${wording} ${message}`, expected, `${words} as of ${day}`)
    }
  })

  it('is uncertain where the states around the day do not agree', async () => {
    for (const words of ['§ 1 AckerG', '§ 1 Abs. 1 AckerG', '§ 3 AckerG', '§ 4 AckerG', '§ 1 TeichG']) {
      const { findings } = await check.run(corpus, { text: words, as_of: '2022-07-01' })
      assert.deepEqual([findings[0]?.class, findings[0]?.status], ['uncertain', 'ambiguous'], words)
      assert(findings[0]?.candidates?.every(({ observed_on }) => observed_on !== undefined))
    }
    const { findings } = await check.run(corpus, { text: '§ 5 AckerG', as_of: '2022-07-01' })
    assert.equal(findings[0]?.class, 'right')
  })

  it('may name an edition, which comes before the day', async () => {
    const { wording, as_of, message } = await only('§ 1 AckerG in der Fassung vom 1.1.2021', THIRD)
    assert.deepEqual([wording, as_of], ['(1) Eins.\n(2) Alt.', FIRST])
    assert(!message?.includes('today'))
  })
})
