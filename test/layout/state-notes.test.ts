import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLawState } from '../../src/import/gii/state-notes.ts'
import { stateNotes } from '../../src/layout/state-notes.ts'
import { stateOfNorm } from '../../src/model/law-state.ts'

const stateOf = (...notes: string[]) => readLawState(notes.map((text) => ({ type: 'Hinweis', text }))).state

test('a page says when a law ends or has ended, by its day', () => {
  const note = 'Die V tritt gem. § 2 mit Ablauf des 31.12.2033 außer Kraft'
  const law = stateOf(note)
  const coming = [`In force only until 2033-12-31, as the source says: “${note}”`]
  const past = [`No longer in force: its last day was 2033-12-31, as the source says: “${note}”`]
  assert.deepEqual(stateNotes(law, '2033-12-31'), coming)
  assert.deepEqual(stateNotes(law, '2034-01-01'), past)
  assert.deepEqual(stateNotes(law), coming, 'a page that is stored')
  assert.deepEqual(stateNotes({ ...law, as_of: '2033-01-01' }, '2040-01-01'), coming, 'as of a past day')
})

test('a page of a law tells the ends of its parts, a page of a norm its own', () => {
  const note = '§§ 2 bis 4 treten gem. § 9 am 1.7.2033 außer Kraft'
  const law = stateOf(note)
  assert.deepEqual(stateNotes(law, '2040-01-01'), [`Not all of it remains in force, as the source says: “${note}”`])
  const ofNorm = (norm: string) => stateNotes({ ...stateOfNorm(law, norm), norm }, '2040-01-01')
  assert.deepEqual(ofNorm('par:1'), [])
  assert.deepEqual(ofNorm('par:3'), [`No longer in force: its last day was 2033-06-30, as the source says: “${note}”`])
})

test('a page says which amendments its text lacks', () => {
  const note = 'Änderung durch Art. 1 G v. 5.6.2033 I Nr. 40 mWv 1.7.2033 noch nicht berücksichtigt'
  assert.deepEqual(stateNotes(stateOf(note), '2033-06-30'), [
    `The text does not contain yet an amendment with effect from 2033-07-01: “${note}”`,
  ])
  assert.deepEqual(stateNotes(stateOf(note), '2033-07-01'), [
    `The text is out of date: it lacks an amendment in effect since 2033-07-01: “${note}”`,
  ])
})

test('a page of a corpus older than a month says how old it is, and how to renew it', () => {
  const age = (corpus_date: string, today: string) => stateNotes({ ...stateOf(), corpus_date }, today)[0] ?? ''
  assert.equal(age('2033-01-31', '2033-02-28'), '')
  assert.equal(
    age('2033-01-31', '2033-03-01'),
    'This corpus is one month old (of 2033-01-31); `legal-text corpus update` fetches the newest texts.',
  )
  assert.match(age('2033-04-29', '2033-11-28'), /^This corpus is six months old/)
  assert.match(age('2033-04-29', '2033-11-29'), /^This corpus is seven months old/)
  assert.match(age('2033-04-29', '2034-04-29'), /^This corpus is twelve months old/)
  assert.match(age('2033-04-29', '2034-06-01'), /^This corpus is 13 months old/)
  assert.deepEqual(stateNotes({ ...stateOf(), corpus_date: '2033-01-01' }), [], 'a page that is stored')
})
