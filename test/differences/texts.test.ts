/** For any texts, the parts add up to both; and the marked words are those that people would call changed. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { compareTexts } from '../../src/differences/norms.ts'
import type { Subdivision, TextPart } from '../../src/model/corpus.ts'

/** The text, with paragraphs `(1) …` as Absätze. */
function divided(text: string) {
  const marks = [...text.matchAll(/^\((\d+[a-z]?)\) .*$/gm)]
  const subdivisions = marks.map(
    ([line, number]): Subdivision => ({
      path: `abs:${number}`,
      label: '',
      text: line,
      status: 'in_force',
    }),
  )
  return { text, subdivisions }
}

const compare = (before: string, after: string) => compareTexts(divided(before), divided(after))

const join = (parts: readonly TextPart[], without: TextPart['type']) =>
  parts
    .filter(({ type }) => type !== without)
    .map(({ text }) => text)
    .join('')

/** `a [-b-]{+c+}` */
const marked = (parts: readonly TextPart[]) =>
  parts.map(({ type, text }) => (type === 'equal' ? text : type === 'deleted' ? `[-${text}-]` : `{+${text}+}`)).join('')

async function assertExact(before: string, after: string): Promise<TextPart[]> {
  const parts = await compare(before, after)
  assert.equal(join(parts, 'inserted'), before)
  assert.equal(join(parts, 'deleted'), after)
  assert(parts.every(({ text }) => text !== ''))
  for (const [index, { type }] of parts.entries()) assert.notEqual(type, parts[index + 1]?.type, 'parts are joined')
  return parts
}

describe('parts put together are both texts', () => {
  const word = fc.constantFrom(
    'Käufer',
    'Verkäufer',
    'der',
    'und',
    '§ 5',
    '(1)',
    '\n(1) ',
    '\n(2) ',
    '\n',
    ' ',
    '\t',
    '.',
    '😀',
    'á',
  )
  const law = fc.array(word, { maxLength: 60 }).map((words) => words.join(' '))
  const any = fc.string({ unit: 'binary', maxLength: 80 })

  test('of words of laws, and of any characters', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(law, any), fc.oneof(law, any), async (before, after) => {
        await assertExact(before, after)
      }),
      { seed: 433, numRuns: 2000 },
    )
  })

  test('of texts with few changes', async () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.nat(3), word), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(law, edits, async (before, changes) => {
        let after = before
        for (const [place, length, words] of changes) {
          const at = place % (after.length + 1)
          after = after.slice(0, at) + words + after.slice(at + length)
        }
        await assertExact(before, after)
      }),
      { seed: 433, numRuns: 1000 },
    )
  })
})

describe('what changed', () => {
  const cases: [what: string, before: string, after: string, expected: string][] = [
    ['nothing', 'Es gilt.', 'Es gilt.', 'Es gilt.'],
    [
      'one word',
      'Die Frist beträgt zwei Monate.',
      'Die Frist beträgt drei Monate.',
      'Die Frist beträgt [-zwei-]{+drei+} Monate.',
    ],
    ['a sign', 'Wer a, b.', 'Wer a; b.', 'Wer a[-,-]{+;+} b.'],
    [
      'a new Absatz, after which the others are renumbered',
      '(1) Der Käufer zahlt.\n(2) Der Verkäufer liefert.',
      '(1) Der Käufer zahlt.\n(2) Gezahlt wird in Talern.\n(3) Der Verkäufer liefert.',
      '(1) Der Käufer zahlt.\n{+(2) Gezahlt wird in Talern.\n+}([-2-]{+3+}) Der Verkäufer liefert.',
    ],
    [
      'an Absatz less, and a word in the next one',
      '(1) Der Käufer zahlt sofort.\n(2) Gezahlt wird in Talern.\n(3) Der Verkäufer liefert alle Waren.',
      '(1) Der Käufer zahlt sofort.\n(2) Der Verkäufer liefert keine Waren.',
      '(1) Der Käufer zahlt sofort.\n[-(2) Gezahlt wird in Talern.\n-]([-3-]{+2+}) Der Verkäufer liefert [-alle-]{+keine+} Waren.',
    ],
    [
      'another text, although it shares some words',
      'Der Hund bellt in der Nacht und stört.',
      'Bei Nebel hat die Fähre Vorfahrt, und zwar immer.',
      '[-Der Hund bellt in der Nacht und stört.-]{+Bei Nebel hat die Fähre Vorfahrt, und zwar immer.+}',
    ],
    ['white space', 'a b', 'a\nb', 'a[- -]{+\n+}b'],
    ['everything', '', 'Neu.', '{+Neu.+}'],
  ]
  for (const [what, before, after, expected] of cases) {
    test(what, async () => assert.equal(marked(await assertExact(before, after)), expected))
  }
})

describe('time is bounded', () => {
  const LENGTH = 700_000
  /** Time limit of the worst case, generous for slow machines; without bounds it would take hours. */
  const MOST = 20_000
  const words = (seed: number) => {
    let state = seed
    return Array.from({ length: LENGTH / 7 }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      return `w${state % 9973}`
    })
  }
  const cases: [what: string, before: string, after: string][] = [
    ['of one long line each', words(1).join(' '), words(2).join(' ')],
    ['of many lines', words(1).join('\n'), words(2).join('\n')],
    ['of repeated words', 'ab '.repeat(LENGTH / 3), 'ba '.repeat(LENGTH / 3)],
    ['of repeated signs', '.'.repeat(LENGTH), '.,'.repeat(LENGTH / 2)],
    ['of repeated lines', 'a\nb\n'.repeat(LENGTH / 4), 'b\na\nc\n'.repeat(LENGTH / 6)],
    [
      'of many Absätze',
      words(3)
        .map((word, n) => `(${n}) ${word}`)
        .slice(0, 20_000)
        .join('\n'),
      words(4)
        .map((word, n) => `(${n}) ${word}`)
        .slice(0, 20_000)
        .join('\n'),
    ],
  ]
  for (const [what, before, after] of cases) {
    test(what, { timeout: MOST }, async () => {
      await assertExact(before, after)
    })
  }
})
