/** Versions, differences and changes of invented histories and of the starter dataset. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { z } from 'zod'
import { openCorpus } from '../../src/dataset/open.ts'
import type { Corpus, TextPart } from '../../src/model/corpus.ts'
import { changes } from '../../src/operations/changes.ts'
import { law } from '../../src/operations/law.ts'
import { lawDiff } from '../../src/operations/law-diff.ts'
import { lawVersions } from '../../src/operations/law-versions.ts'
import { laws } from '../../src/operations/laws.ts'
import { norm } from '../../src/operations/norm.ts'
import { normDiff } from '../../src/operations/norm-diff.ts'
import { normVersions } from '../../src/operations/norm-versions.ts'
import { norms } from '../../src/operations/norms.ts'
import type { InputOf, Operation } from '../../src/operations/operation.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { type OpenStates, openStates } from '../open-states.ts'

const LONG = 'Wer am Ufer wohnt, hält den Steg in gutem Stand und räumt den Schnee.'
const OTHER = 'Wer ein Boot hält, meldet es der Hafenmeisterei binnen einer Woche an.'

/** Three states of two laws, and one without the second law. */
const STATES = {
  '2020-01-01': {
    StegG: {
      '§ 1: Zweck': '(1) Das Gesetz dient dem Steg.\n(2) Es gilt am Ufer.',
      '§ 2: Pflichten': LONG,
      '§ 3: Frist': 'Die Frist beträgt zwei Wochen.',
      '§ 9: Schluss': 'Es gilt bis auf Weiteres.',
    },
    AltG: { '§ 1: Altes': 'Altes Recht bleibt Recht.', '§ 2: Ende': 'Es endet mit der Flut.' },
  },
  '2021-01-01': {
    StegG: {
      '§ 1: Ziel': '(1) Das Gesetz dient dem Steg.\n(2) Es gilt am Ufer und im Hafen.',
      '§ 2: Boote': OTHER,
      '§ 4: Pflichten': LONG,
      '§ 9: Schluss': 'Es gilt bis auf Weiteres.',
    },
    AltG: { '§ 1: Altes': 'Altes Recht bleibt altes Recht.', '§ 2: Ende': 'Es endet mit der Flut.' },
  },
  '2022-01-01': {
    StegG: {
      '§ 1: Ziel': '(1) Das Gesetz dient dem Steg.\n(2) Es gilt am Ufer und im Hafen.',
      '§ 2: Boote': OTHER,
      '§§ 3 bis 5': '(weggefallen)',
      '§ 9: Schluss': 'Es gilt bis auf Weiteres.',
    },
  },
}

let history: OpenStates
let corpus: Corpus
before(async () => {
  history = await openStates(STATES)
  corpus = history.corpus
})
after(() => history.close())

/** Runs an operation; its output must match its schema exactly. */
async function ask<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  input: InputOf<Operation<Input, Output>>,
  of = corpus,
): Promise<z.output<Output>> {
  const answer = JSON.parse(JSON.stringify(await operation.run(of, input as never)))
  assert.deepEqual(operation.output().parse(answer), answer)
  return answer
}

async function failure(run: Promise<unknown>): Promise<LegalTextError> {
  const error = await run.then(
    () => assert.fail('it has an answer'),
    (thrown: unknown) => thrown,
  )
  assert(error instanceof LegalTextError, String(error))
  return error
}

const marked = (parts: readonly TextPart[]) =>
  parts.map(({ type, text }) => (type === 'equal' ? text : type === 'deleted' ? `[-${text}-]` : `{+${text}+}`)).join('')

describe('versions', () => {
  test('of a norm, newest first', async () => {
    const { code, norm, versions, count } = await ask(normVersions, { code: 'StegG', norm: '§ 1 Abs. 1' })
    assert.deepEqual([code, norm, count], ['stegg', 'par:1', 2])
    assert.deepEqual(
      versions.map(({ observed_from, observed_to, heading }) => [observed_from, observed_to, heading]),
      [
        ['2021-01-01', null, 'Ziel'],
        ['2020-01-01', '2020-01-01', 'Zweck'],
      ],
    )
  })

  test('of norms that the law no longer has: by path, and by designation even if another norm stands for it', async () => {
    for (const name of ['par:3', '§ 3', '3']) {
      const { norm, versions } = await ask(normVersions, { code: 'stegg', norm: name })
      assert.deepEqual([norm, versions[0]?.observed_to], ['par:3', '2020-01-01'], name)
    }
    const moved = await ask(normVersions, { code: 'stegg', norm: '§ 4' })
    assert.deepEqual([moved.norm, moved.versions[0]?.moved_from], ['par:4', 'par:2'])
    assert.equal((await ask(normVersions, { code: 'stegg', norm: '§ 5' })).norm, 'par:3-5')
  })

  test('of a law that is no longer published, by any of its names', async () => {
    for (const name of ['altg', 'AltG', 'Gesetz AltG']) {
      const { code, versions } = await ask(lawVersions, { code: name })
      assert.deepEqual(
        [code, ...versions.map(({ observed_from, observed_to, changed }) => [observed_from, observed_to, changed])],
        ['altg', ['2021-01-01', '2021-01-01', 1], ['2020-01-01', '2020-01-01', 0]],
      )
    }
    assert.equal((await ask(normVersions, { code: 'AltG', norm: '2' })).versions[0]?.observed_to, '2021-01-01')
  })

  test('of nothing that ever was', async () => {
    for (const run of [
      ask(normVersions, { code: 'stegg', norm: '§ 7' }),
      ask(normVersions, { code: 'altg', norm: '§ 7' }),
      ask(lawVersions, { code: 'nieg' }),
    ]) {
      assert.equal((await failure(run)).kind, 'not_found')
    }
  })
})

describe('the difference of a norm', () => {
  test('is that of its last two versions, with its heading', async () => {
    const answer = await ask(normDiff, { code: 'stegg', norm: '1' })
    assert.equal(marked(answer.parts), '(1) Das Gesetz dient dem Steg.\n(2) Es gilt am Ufer{+ und im Hafen+}.')
    assert.equal(marked(answer.heading_parts), '[-Zweck-]{+Ziel+}')
    assert.deepEqual(answer.differs, ['heading', 'text'])
    assert.deepEqual([answer.from?.heading, answer.to?.heading], ['Zweck', 'Ziel'])
    assert.deepEqual(
      [answer.from?.version.observed_to, answer.to?.version],
      ['2020-01-01', { observed_from: '2021-01-01', observed_to: null, valid_from: null, valid_to: null }],
    )
  })

  test('of days is that of the texts of these days, written either way', async () => {
    const answer = await ask(normDiff, { code: 'stegg', norm: '1', from: '1.1.2020', to: '2021-01-01' })
    assert.deepEqual([answer.from?.as_of, answer.to?.as_of], ['2020-01-01', '2021-01-01'])
    const same = await ask(normDiff, { code: 'stegg', norm: '1', from: '2021-06-30', to: '2030-01-01' })
    assert.deepEqual([same.differs, same.parts.length], [[], 1])
  })

  test('with one day goes to the newest version, or from the version before', async () => {
    const since = await ask(normDiff, { code: 'stegg', norm: '1', from: '2020-01-01' })
    assert.equal(since.to?.version.observed_to, null)
    const until = await ask(normDiff, { code: 'stegg', norm: '1', to: '2022-01-01' })
    assert.equal(until.from?.version.observed_from, '2020-01-01')
  })

  test('of a norm that was added or removed has one side', async () => {
    const removed = await ask(normDiff, { code: 'stegg', norm: 'par:3' })
    assert.deepEqual([removed.to, marked(removed.parts)], [null, '[-Die Frist beträgt zwei Wochen.-]'])
    const added = await ask(normDiff, { code: 'stegg', norm: 'par:3-5' })
    assert.deepEqual([added.from, marked(added.parts)], [null, '{+(weggefallen)+}'])
  })

  test('of a renumbered norm compares it with what it was', async () => {
    const answer = await ask(normDiff, { code: 'stegg', norm: 'par:4', from: '2020-01-01', to: '2021-01-01' })
    assert.deepEqual([answer.from?.norm, answer.to?.norm, answer.to?.moved_from], ['par:2', 'par:4', 'par:2'])
    assert.deepEqual(answer.differs, ['label'])
  })

  test('of a norm that never changed needs a day, and is none', async () => {
    await assert.rejects(ask(normDiff, { code: 'stegg', norm: '9' }), {
      kind: 'not_found',
      message: '§ 9 StegG has one version only, that of 2020-01-01: there is none to compare it with',
    })
    const answer = await ask(normDiff, { code: 'stegg', norm: '9', from: '2020-01-01' })
    assert.deepEqual([answer.differs, marked(answer.parts)], [[], 'Es gilt bis auf Weiteres.'])
  })

  test('of a day in a gap is an error with both wordings', async () => {
    const { kind, details } = await failure(ask(normDiff, { code: 'stegg', norm: '1', from: '2020-06-30' }))
    assert.equal(kind, 'ambiguous')
    assert.deepEqual(
      details.candidates?.map(({ observed_on, title }) => [observed_on, title]),
      [
        ['2020-01-01', 'Zweck'],
        ['2021-01-01', 'Ziel'],
      ],
    )
  })

  test('of days on which there was no such norm', async () => {
    const run = ask(normDiff, { code: 'stegg', norm: 'par:3', from: '2021-01-01', to: '2022-01-01' })
    assert.match((await failure(run)).message, /^stegg par:3 was not published on 2021-01-01 and not on 2022-01-01/)
  })
})

describe('the difference of a law', () => {
  const told = (answer: z.output<ReturnType<typeof lawDiff.output>>) =>
    answer.norms.map(({ norm, type, moved_to }) => [type, norm, ...(moved_to === null ? [] : [moved_to])].join(' '))

  test('has what was added, changed, moved and removed, in the order of the law', async () => {
    const answer = await ask(lawDiff, { code: 'stegg', from: '2020-01-01', to: '2021-01-01' })
    assert.deepEqual(told(answer), ['changed par:1', 'changed par:2', 'removed par:3', 'moved par:2 par:4'])
    const [, , removed, moved] = answer.norms
    assert.deepEqual([removed?.to, removed?.heading], [null, 'Frist'])
    assert.deepEqual([moved?.from?.norm, moved?.to?.norm, moved?.label], ['par:2', 'par:4', '§ 4'])
    assert(moved?.parts.every(({ type }) => type === 'equal'))
    for (const { parts } of answer.norms) assert(parts.length > 0)
  })

  test('is that of its last two versions, and with a day that of this day and the newest', async () => {
    const last = await ask(lawDiff, { code: 'stegg' })
    assert.deepEqual([last.from, last.to, told(last)], ['2021-01-01', '2022-01-01', ['removed par:4', 'added par:3-5']])
    const all = await ask(lawDiff, { code: 'stegg', from: '2020-01-01' })
    assert.equal(all.to, '2022-01-01')
    assert.deepEqual(told(all), ['changed par:1', 'changed par:2', 'removed par:3', 'added par:3-5'])
  })

  test('that is gone is that all its norms are removed', async () => {
    const answer = await ask(lawDiff, { code: 'altg', from: '2021-01-01', to: '2022-01-01' })
    assert.deepEqual(told(answer), ['removed par:1', 'removed par:2'])
    assert.deepEqual([answer.to_version, answer.from_version?.observed_from], [null, '2021-01-01'])
  })

  test('in a gap is an error with both days', async () => {
    const { kind, details } = await failure(ask(lawDiff, { code: 'stegg', from: '2020-06-30' }))
    assert.deepEqual(
      [kind, details.candidates?.map(({ observed_on }) => observed_on)],
      ['ambiguous', ['2020-01-01', '2021-01-01']],
    )
  })
})

describe('changes', () => {
  const told = ({ changes }: z.output<ReturnType<typeof changesOutput>>) =>
    changes.map(({ observed_on, type, code, norm }) => `${observed_on.slice(0, 4)} ${type} ${code} ${norm}`)
  const changesOutput = changes.output

  test('come newest first, by law and in document order', async () => {
    const answer = await ask(changes, {})
    assert.deepEqual(told(answer), [
      '2022 removed altg null',
      '2022 removed altg par:1',
      '2022 removed altg par:2',
      '2022 removed stegg par:4',
      '2022 added stegg par:3-5',
      '2021 changed altg par:1',
      '2021 changed stegg par:1',
      '2021 changed stegg par:2',
      '2021 removed stegg par:3',
      '2021 moved stegg par:2',
    ])
    assert.deepEqual(answer.states, { first: '2020-01-01', last: '2022-01-01' })
    assert.deepEqual([answer.changes[0]?.norm_count, answer.changes[1]?.norm_count], [2, null])
  })

  test('begin and end with the named days, and are of the named laws, former ones included', async () => {
    const on = await ask(changes, { since: '2021-01-01', until: '1.1.2021' })
    assert.deepEqual(new Set(told(on).map((line) => line.slice(0, 4))), new Set(['2021']))
    assert.equal(on.total, 5)
    assert.equal((await ask(changes, { since: '2021-01-02' })).total, 5)
    assert.equal((await ask(changes, { since: '2022-01-02' })).total, 0)
    const former = await ask(changes, { codes: ['Gesetz AltG'] })
    assert.deepEqual([former.codes, former.total], [['altg'], 4])
  })

  test('come in pages', async () => {
    const page = await ask(changes, { limit: 4, offset: 4 })
    assert.deepEqual([page.count, page.total, page.next], [4, 10, 8])
    assert.equal((await ask(changes, { limit: 4, offset: 8 })).next, null)
  })
})

test('days in the wrong order are an error that says so', async () => {
  const wrong = { from: '2022-01-01', to: '2020-01-01' }
  for (const run of [
    ask(normDiff, { code: 'stegg', norm: '1', ...wrong }),
    ask(lawDiff, { code: 'stegg', ...wrong }),
    ask(changes, { since: wrong.from, until: wrong.to }),
  ]) {
    const { kind, message } = await failure(run)
    assert.equal(kind, 'invalid_input')
    assert.match(message, /2022-01-01 is after 2020-01-01/)
  }
  const { message } = await failure(ask(changes, { since: '2021-02-30' }))
  assert.match(message, /^since: must be a day of the calendar/)
  // Years before 100 are not read as those of the last century.
  const early = await failure(ask(norm, { code: 'stegg', norm: '1', as_of: '0099-12-31' }))
  assert.match(early.message, /no texts as of 0099-12-31/)
})

test('a corpus of one day says so', async () => {
  const single = await openStates({ '2022-01-01': STATES['2022-01-01'] })
  for (const run of [
    ask(normVersions, { code: 'stegg', norm: '1' }, single.corpus),
    ask(lawVersions, { code: 'stegg' }, single.corpus),
    ask(normDiff, { code: 'stegg', norm: '1' }, single.corpus),
    ask(lawDiff, { code: 'stegg' }, single.corpus),
    ask(changes, {}, single.corpus),
    ask(norm, { code: 'stegg', norm: '1', as_of: '2022-01-01' }, single.corpus),
  ]) {
    const { kind, message } = await failure(run)
    assert.equal(kind, 'no_history')
    assert.match(
      message,
      /^the corpus has no older versions, only the texts of one day; one with history is built by `legal-text corpus build --history`$/,
    )
  }
  await single.close()
})

describe('as of a day', () => {
  test('an answer has the texts and the day', async () => {
    const answer = await ask(norm, { code: 'AltG', norm: '§ 1', as_of: '1.1.2020' })
    assert.deepEqual([answer.text, answer.as_of], ['Altes Recht bleibt Recht.', '2020-01-01'])
    assert.equal((await ask(laws, { as_of: '2021-01-01' })).total, 2)
    const old = await ask(law, { code: 'stegg', as_of: '2021-01-01' })
    assert.deepEqual(old.version, { observed_from: '2021-01-01', observed_to: '2021-01-01' })
  })

  test('in a gap, a whole law marks what is uncertain, and its wording is an error before it begins', async () => {
    const gap = '2020-06-30'
    const { norms: outline } = await ask(law, { code: 'stegg', as_of: gap })
    const uncertain = outline.filter((each) => each.uncertain).map(({ norm }) => norm)
    assert.deepEqual(uncertain, ['par:1', 'par:2', 'par:3', 'par:4'])
    const { kind, message, details } = await failure(norms.stream(corpus, { code: 'stegg', as_of: gap }))
    assert.equal(kind, 'ambiguous')
    assert.match(message, /^which wording of \d norms of StegG was published on 2020-06-30 is not known: /)
    assert.deepEqual(
      details.candidates?.map(({ code, norm, observed_on }) => [code, norm, observed_on]),
      [
        ['stegg', undefined, '2020-01-01'],
        ['stegg', undefined, '2021-01-01'],
      ],
    )
    assert.equal((await ask(norm, { code: 'stegg', norm: '9', as_of: gap })).version?.observed_to, null)
  })

  test('after the newest state is the newest text, and before the first one an error with both', async () => {
    const later = await ask(norm, { code: 'stegg', norm: '1', as_of: '2050-01-01' })
    assert.deepEqual([later.as_of, later.newest_state, later.version?.observed_to], ['2050-01-01', '2022-01-01', null])
    const { kind, details } = await failure(ask(norm, { code: 'stegg', norm: '1', as_of: '2019-12-31' }))
    assert.deepEqual([kind, details.states], ['not_found', { first: '2020-01-01', last: '2022-01-01' }])
  })
})

test('a norm that was renumbered twice is compared with what it was first', async () => {
  const text = 'Die Laternen brennen vom Untergang der Sonne bis zu ihrem Aufgang, außer bei Vollmond.'
  const states = await openStates({
    '2020-01-01': { LampG: { '§ 1': 'Es werde Licht.', '§ 2': text } },
    '2021-01-01': { LampG: { '§ 1': 'Es werde Licht.', '§ 3': text } },
    '2022-01-01': { LampG: { '§ 1': 'Es werde Licht.', '§ 4': text } },
  })
  try {
    const { from, to } = await ask(normDiff, { code: 'LampG', norm: '4', from: '2020-01-01' }, states.corpus)
    assert.deepEqual([from?.norm, to?.norm], ['par:2', 'par:4'])
  } finally {
    await states.close()
  }
})

describe('the starter dataset', () => {
  let starter: Corpus
  before(async () => {
    starter = await openCorpus({ dataset: 'starter' })
  })
  after(() => starter.close())

  test('no difference without a version, no version without a difference', async () => {
    for (const code of ['msgb', 'msgbeg', 'msverf', 'hafeng_2021', 'sundlotso', 'signalbek']) {
      const { norms: differing } = await ask(lawDiff, { code, from: '2024-06-01', to: '2026-01-01' }, starter)
      const told = await ask(changes, { codes: [code], limit: 1000 }, starter)
      const changed = new Set(told.changes.flatMap(({ norm, moved_to }) => [norm, moved_to]))
      for (const { norm } of differing) assert(changed.has(norm), `${code} ${norm}`)
    }
  })

  test('a norm that a state lacks by mistake makes no difference', async () => {
    for (const days of [
      { from: '2024-06-01', to: '2025-06-01' },
      { from: '2025-06-01', to: '2026-01-01' },
    ]) {
      const { norms: differing } = await ask(lawDiff, { code: 'msgb', ...days }, starter)
      assert(differing.length > 0)
      assert(!differing.some(({ norm }) => norm === 'par:24'))
    }
    const { differs } = await ask(normDiff, { code: 'msgb', norm: '24', from: '2025-06-01' }, starter)
    assert.deepEqual(differs, [])
  })

  test('a note is told apart from the text', async () => {
    const answer = await ask(normDiff, { code: 'hafeng_2021', norm: '6' }, starter)
    assert.deepEqual(answer.differs, ['footnotes'])
    assert(answer.footnote_parts.some(({ type }) => type === 'deleted'))
  })
})
