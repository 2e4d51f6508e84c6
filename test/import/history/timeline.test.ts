import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LawTimeline } from '../../../src/import/history/law-history.ts'
import type { State } from '../../../src/model/versions.ts'

const state = (observed_on: string, listing: State['listing'] = 'complete'): State => {
  return { observed_on, source: 'test', listing, incomplete: null }
}
const span = (from: string, to = from) => ({ from, to })
const YEARS = ['2001', '2002', '2003', '2004', '2005', '2006', '2007']

/** Appearances in short form: `2002 added`. */
function appearances(states: State[], spans: { from: string; to: string }[], ofLaw = spans): string[] {
  return new LawTimeline(states, ofLaw).appearances(spans).map(({ type, day }) => `${day} ${type}`)
}

describe('the timeline of a law', () => {
  const complete = YEARS.map((year) => state(year))

  it('calls nothing new that the first state has', () => {
    assert.deepEqual(appearances(complete, [span('2001', '2007')]), [])
  })

  it('tells when something appeared and disappeared', () => {
    assert.deepEqual(appearances(complete, [span('2002', '2004')]), ['2002 added', '2005 removed'])
    assert.deepEqual(appearances(complete, [span('2003', '2007')]), ['2003 added'])
    assert.deepEqual(appearances(complete, [span('2001', '2006')]), ['2007 removed'])
  })

  it('takes an absence of one or two states for a mistake', () => {
    assert.deepEqual(appearances(complete, [span('2001', '2002'), span('2004', '2007')]), [])
    assert.deepEqual(appearances(complete, [span('2001', '2002'), span('2005', '2007')]), [])
  })

  it('takes an absence of three states for a removal', () => {
    const spans = [span('2001', '2002'), span('2006', '2007')]
    assert.deepEqual(appearances(complete, spans), ['2003 removed', '2006 added'])
  })

  it('does not count states with a partial listing that lack the law', () => {
    const states = YEARS.map((year) => state(year, ['2003', '2004', '2005'].includes(year) ? 'partial' : 'complete'))
    assert.deepEqual(appearances(states, [span('2001', '2002'), span('2006', '2007')]), [])
    assert.deepEqual(appearances(states, [span('2001', '2002')]), ['2006 removed'])
  })

  it('counts states with a partial listing that have the law', () => {
    const states = YEARS.map((year) => state(year, 'partial'))
    const law = [span('2001', '2007')]
    assert.deepEqual(appearances(states, [span('2001', '2001'), span('2005', '2007')], law), [
      '2002 removed',
      '2005 added',
    ])
  })

  it('tells nothing if all listings are partial and the law is in one of them', () => {
    const states = YEARS.map((year) => state(year, 'partial'))
    assert.deepEqual(appearances(states, [span('2003')]), [])
  })

  it('takes a cumulative listing at its word: what it lacks is not published', () => {
    const states = YEARS.map((year) => state(year, 'cumulative'))
    assert.deepEqual(appearances(states, [span('2001', '2003')]), ['2004 removed'])
  })
})
