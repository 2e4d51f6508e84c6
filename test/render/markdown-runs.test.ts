import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Node, Parser } from 'commonmark'
import fc from 'fast-check'
import type { TextSpan, TextSpanKind } from '../../src/model/corpus.ts'
import { normMarkdown } from '../../src/render/markdown.ts'
import { normDocument } from '../../src/render/norm-document.ts'
import { normWith, run } from './marked-norm.ts'

/** The wording of a norm in Markdown, without its surroundings. */
async function wording(text: string, spans: readonly TextSpan[]): Promise<string> {
  const markdown = normMarkdown({ ...normDocument(normWith({ text, spans: [...spans] })), notes: [] })
  return markdown.split('\n\n').slice(2, -3).join('\n\n')
}

const BY_TAG: Record<string, TextSpanKind> = {
  sup: 'raised',
  sub: 'lowered',
  b: 'bold',
  i: 'italic',
  u: 'underlined',
  small: 'small',
  em: 'spaced',
}

/** Every character except white space as CommonMark renders it, with its formatting. */
function shownCharacters(markdown: string): string[] {
  const walker = new Parser().parse(markdown).walker()
  let open: string[] = []
  const shown: string[] = []
  for (let step = walker.next(); step; step = walker.next()) {
    const { literal, type } = step.node as Node
    if (type === 'strong' || type === 'emph') {
      const kind = type === 'strong' ? 'bold' : 'italic'
      open = step.entering ? [...open, kind] : open.toSpliced(open.lastIndexOf(kind), 1)
    } else if (type === 'html_inline') {
      const [, slash, tag = ''] = /^<(\/?)(\w+)>$/.exec(literal ?? '') ?? assert.fail(`${literal}`)
      const kind = BY_TAG[tag] ?? assert.fail(tag)
      open = slash === '' ? [...open, kind] : open.toSpliced(open.lastIndexOf(kind), 1)
    } else if (type === 'text' && step.entering) {
      for (const character of literal ?? '') {
        if (/\S/.test(character)) shown.push([character, ...new Set(open)].sort().join(' '))
      }
    } else if (type === 'html_block') assert.match(literal ?? '', /^(?:<\/?(?:table|tr|td)>\n?)+$/)
    else assert(['document', 'paragraph', 'softbreak', 'list', 'item'].includes(type), `${type}: ${literal}`)
  }
  assert.deepEqual(open, [])
  return shown
}

test('runs are shown in Markdown exactly where the source has them, whatever is in them and beside them', async () => {
  const kinds = ['raised', 'lowered', 'bold', 'italic', 'underlined', 'small', 'spaced'] as const
  const span = fc.tuple(fc.constantFrom(...kinds), fc.nat(24), fc.nat(12))
  const text = fc.string({ unit: fc.constantFrom(...'ab1  \n(.,*_`#-+<&|\\~[]!²½é§"'), minLength: 1, maxLength: 24 })
  await fc.assert(
    fc.asyncProperty(text, fc.array(span, { maxLength: 5 }), async (words, given) => {
      const spans = given.map(([kind, start, length]) => ({ kind, start, end: start + length }))
      const kept = nested(spans.filter(({ start, end }) => start < end && end <= words.length))
      const expected = [...words].flatMap((character, index) => {
        const around = kept.filter(({ start, end }) => start <= index && end > index)
        // A run of superscripts alone is written in ordinary characters: its element raises it.
        const isForm = around.some(
          ({ kind, start, end }) => kind === 'raised' && /^[²\s]+$/.test(words.slice(start, end)),
        )
        const shown = isForm ? character.normalize('NFKC') : character
        return /\S/.test(character) ? [[shown, ...new Set(around.map(({ kind }) => kind))].sort().join(' ')] : []
      })
      assert.deepEqual(shownCharacters(await wording(words, kept)), expected)
    }),
    { numRuns: 3000, seed: 18 },
  )
})

/** Drops runs that cross earlier ones: runs are nested or disjoint. */
function nested(spans: TextSpan[]): TextSpan[] {
  const kept: TextSpan[] = []
  for (const span of spans) {
    const crosses = (other: TextSpan) =>
      (span.start < other.start && span.end > other.start && span.end < other.end) ||
      (other.start < span.start && other.end > span.start && other.end < span.end)
    if (!kept.some(crosses)) kept.push(span)
  }
  return kept.sort((a, b) => a.start - b.start || b.end - a.end)
}

test('bold and italic runs are asterisks where these are read as such, also within a word', async () => {
  const text = 'Ein Freigrenzwert gilt (siehe Tafel) für Möwen und für Boote.'
  const spans = [run('bold', 'grenz', text), run('italic', '(siehe Tafel)', text), run('bold', 'Möwen ', text)]
  assert.equal(await wording(text, spans), 'Ein Frei**grenz**wert gilt *(siehe Tafel)* für **Möwen** und für Boote.')
})

test('asterisks that would not be read as emphasis are elements of HTML', async () => {
  const text = 'Wert(e) und Boote'
  const spans = [run('bold', '(e)', text), run('bold', 'Bo', text), run('italic', 'ote', text)]
  assert.equal(await wording(text, spans), 'Wert<b>(e)</b> und <b>Bo</b>*ote*')
})

test('a run over several lines is a run in each of them', async () => {
  const text = 'Es gilt\n1. das Erste,\n2. das Zweite.\nSonst nichts.'
  const spans = [run('bold', 'gilt\n1. das Erste,\n2. das', text)]
  assert.equal(
    await wording(text, spans),
    'Es **gilt**\n\n- **1\\.** **das Erste,**\n- **2\\.** **das** Zweite.\n\nSonst nichts.',
  )
})
