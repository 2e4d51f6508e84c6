import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { allQuestions, type Questions, questionsIn, withMarks } from '../../../src/import/search-index/questions.ts'
import { assetPath } from '../../../src/program/package.ts'
import { germanAnalyzer, wordsOf } from '../../../src/search/index.ts'

const places = allQuestions().flatMap((field) =>
  Object.entries(field).flatMap(([code, norms]) =>
    Object.entries(norms).map(([place, questions]) => ({ code, place, questions })),
  ),
)
const all = places.flatMap(({ code, place, questions }) =>
  questions.map((question) => ({ question, of: `${code} ${place}` })),
)
const { term, isStopWord } = germanAnalyzer({ documents: 0, frequency: () => 0 })

test('a norm stands in one place of the body of questions, and no question is asked twice', () => {
  const names = places.map(({ code, place }) => `${code} ${place.split(' ', 1)[0]}`)
  assert.deepEqual(repeated(names), [])
  assert.deepEqual(repeated(all.map(({ question }) => wordsOf(question).join(' '))), [])
})

test('questions are short, have words of their own, and name no section', () => {
  const odd = all.filter(({ question }) => {
    const contents = wordsOf(question).filter((word) => !isStopWord(word))
    return question.length > 100 || question.trim() !== question || contents.length === 0 || question.includes('§')
  })
  assert.deepEqual(odd, [])
})

test('no question fits a hundred norms: one of its words is in few others', () => {
  const counts = new Map<string, number>()
  const termsOf = (question: string) =>
    new Set(
      wordsOf(question)
        .filter((word) => !isStopWord(word))
        .map(term),
    )
  for (const { question } of all) for (const each of termsOf(question)) counts.set(each, (counts.get(each) ?? 0) + 1)
  const vague = all.filter(({ question }) => {
    const terms = [...termsOf(question)]
    return terms.length < 3 && terms.every((each) => (counts.get(each) ?? 0) > 300)
  })
  assert.deepEqual(vague, [])
})

test('a norm whose heading is another one, or that is gone, has no questions, and is named', () => {
  const database = new DatabaseSync(assetPath('starter.sqlite'), { readOnly: true })
  const body: Questions = {
    msgb: {
      'par:27 Säumnisgeld': ['zu spät zurückgebracht'],
      'par:23 Bienen': ['kind gestochen'],
      'par:25 Fund am Ufer': ['kiste behalten'],
      'par:99 Strandraub': ['wrack geplündert'],
      'par:19 (aufgehoben)': ['gibt es nicht mehr'],
    },
    hafeng_2021: { 'annex:1/nr:1 1 Ruderboot': ['kajak'], 'annex:1/nr:3 3 Kutter': ['fischkutter'] },
    nowhere: { 'par:1 Nichts': ['was ist das'] },
  }
  const { asked, mismatches } = questionsIn(database, [withMarks(body)])
  database.close()
  assert.deepEqual(
    asked.map(({ question, subdivision }) => [question, subdivision]),
    [
      ['kajak', 'nr:1'],
      ['kiste behalten', null],
      ['zu spät zurückgebracht', null],
    ],
    'in the order of norms',
  )
  const family = 'gesetze-im-internet'
  assert.deepEqual(mismatches, [
    { family, code: 'msgb', paths: ['par:23', 'par:99', 'par:19'] },
    { family, code: 'hafeng_2021', paths: ['annex:1/nr:3'] },
  ])
})

function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>()
  return values.filter((value) => seen.size === seen.add(value).size)
}
