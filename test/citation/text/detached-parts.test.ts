import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Tokens } from '../../../src/citation/grammar/tokens.ts'
import { endOfPartAfter, startOfPartBefore } from '../../../src/citation/text/detached-parts.ts'

/** The part that follows `MSGB` in a text, if any. */
function partBehind(text: string): string | undefined {
  const position = text.indexOf('MSGB') + 'MSGB'.length
  const end = endOfPartAfter(new Tokens(text), position)
  return end === undefined ? undefined : text.slice(position, end).trim()
}

describe('a part after the name of a law', () => {
  const cases: [text: string, part: string][] = [
    ['Art. 3 MSGB Abs. 9 und', 'Abs. 9'],
    ['§ 4 Abs. 1 MSGB Satz 9 Nr. 1', 'Satz 9'],
    ['§ 4 MSGB I 2', 'I 2'],
    ['§ 4 MSGB I 2.', 'I 2'],
    ['§ 4 MSGB II', 'II'],
    ['nach § 4 MSGB IV und § 5 MSGB', 'IV'],
    ['(§ 4 MSGB III)', 'III'],
    ['§ 4 MSGB I, II', 'I'],
    ['§ 4 MSGB I\u2009–\u2009III', 'I'],
    ['§ 4 MSGB S. 9', 'S. 9'],
    ['§ 4 MSGB (9) und', '(9)'],
    ['§ 4 MSGB (S. 9)', '(S. 9)'],
    ['§ 4 MSGB (Abs. 2 Satz 9) und', '(Abs. 2 Satz 9)'],
    ['§ 4 MSGB, Abs. 9', ', Abs. 9'],
    ['§ 4 MSGB und Satz 2', 'und Satz 2'],
  ]
  for (const [text, part] of cases) it(JSON.stringify(text), () => assert.equal(partBehind(text), part))
})

describe('no part after the name of a law', () => {
  for (const text of [
    '§ 4 MSGB',
    '§ 4 MSGB.',
    '§ 4 MSGB. Abs. 2 gilt',
    '§ 4 MSGB II. Gründe',
    '§ 4 MSGB\nII\nGründe',
    '§ 4 MSGB I ZR 5/06',
    '§ 4 MSGB V. Senat',
    '§ 4 MSGB VIII 3/05',
    '§ 4 MSGB IIX',
    '§ 4 MSGB C',
    '§ 4 MSGB i und',
    '§ 4 MSGB 2',
    '§ 4 MSGB S. 1271',
    '§ 4 MSGB (2002)',
    '§ 4 MSGB (neu)',
    '§ 4 MSGB (S. 1271)',
    '§ 4 MSGB (Satz 2 des Vertrages)',
    '§ 4 MSGB (Satz)',
    '§ 4 MSGB ()',
    '§ 4 MSGB, Satz 2 des Vertrages',
    '§ 4 MSGB, Nr. 3 der Liste',
    '§ 4 MSGB und § 5',
  ]) {
    it(JSON.stringify(text), () => assert.equal(partBehind(text), undefined))
  }
})

describe('a part in front of a norm', () => {
  const cases: [text: string, part: string | undefined][] = [
    ['nach Absatz 9 des § 4 MSGB', 'Absatz 9 des '],
    ['Absatz 1 Satz 2 von § 4 MSGB', 'Absatz 1 Satz 2 von '],
    ['den Absätzen 1 und 9 der §§ 4, 5 MSGB', 'Absätzen 1 und 9 der '],
    ['Abs. I in § 4 MSGB', 'Abs. I in '],
    ['im Sinne des § 4 MSGB', undefined],
    ['Absatz 9 gilt wegen des § 4 MSGB', undefined],
    ['Absatz 9 § 4 MSGB', undefined],
    ['§ 4 MSGB', undefined],
  ]
  for (const [text, part] of cases) {
    it(JSON.stringify(text), () => {
      const norm = text.indexOf('§')
      const start = startOfPartBefore(new Tokens(text), norm)
      assert.equal(start === undefined ? undefined : text.slice(start, norm), part)
    })
  }
})
