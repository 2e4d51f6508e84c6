import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseLabel } from '../../../src/citation/grammar/official-labels.ts'
import { parseNormPath } from '../../../src/citation/norm-path.ts'
import { valueMembers } from '../../../src/citation/ranges.ts'

describe('the label', () => {
  const cases: [label: string, path: string][] = [
    ['§ 433', 'par:433'],
    ['§ 53ca', 'par:53ca'],
    ['§ 3.28a', 'par:3.28a'],
    ['§ 4a.05', 'par:4a.05'],
    ['Art 246a', 'art:246a'],
    ['Artikel 1', 'art:1'],
    ['Art VI', 'art:vi'],
    ['Art IIIa', 'art:iiia'],
    ['Unterartikel 5', 'art:unterartikel_5'],
    ['Einziger Paragraph', 'par:1'],
    ['(XXXX) § 4', 'par:4'],
    ['(XXXX) §§ 3 bis 6', 'par:3-6'],
    ['(XXXX)§§ 2354 bis 2359', 'par:2354-2359'],
    ['(XXXX) §§ 17 - 20', 'par:17-20'],
    ['(XXXX) §§ 1 bis § 4', 'par:1-4'],
    ['(XXXX) §§ 30 und 31', 'par:30-31'],
    ['(XXXX) §§ 13b u. 13c', 'par:13b-13c'],
    ['(XXXX) §§ 22 u 23', 'par:22-23'],
    ['(XXXX) §§ 21, 22', 'par:21_22'],
    ['(XXXX) §§ 103, 103a und 104', 'par:103_103a-104'],
    ['(XXXX) §§ 31 bis 33a und 34', 'par:31-33a_34'],
    ['(XXXX) §§ 1 bis 3, 5 bis 13, 15 bis 44', 'par:1-3_5-13_15-44'],
    ['(XXXX) §§ 11.03 bis 11.05', 'par:11.03-11.05'],
    ['(XXXX) Art 3b bis 3e, 4', 'art:3b-3e_4'],
    ['(XXXX) Art 1 bis Art 7', 'art:1-7'],
    ['(XXXX) Art 1 und Art 2', 'art:1-2'],
    ['Art IV bis VI', 'art:iv-vi'],
    ['Art XVII u. Art XVIII', 'art:xvii-xviii'],
    ['Anlage', 'annex:1'],
    ['Anlagen', 'annex:1'],
    ['Anhang', 'annex:1'],
    ['Anlage 2', 'annex:2'],
    ['Anlage 17A', 'annex:17a'],
    ['Anlage 2.8', 'annex:2.8'],
    ['Anlage 9 E', 'annex:9_e'],
    ['Anlage D14', 'annex:d14'],
    ['Anlage XVIIIa', 'annex:xviiia'],
    ['Anlage III A', 'annex:iii_a'],
    ['Anlage I Kap II A II', 'annex:i_kap_ii_a_ii'],
    ['Anlage I BesBest', 'annex:i_besbest'],
    ['Anlage 2 Teil 1', 'annex:2_teil_1'],
    ['Anlage (zu § 1 Absatz 1)', 'annex:1'],
    ['Anhang zu § 1', 'annex:1'],
    ['Anhang 1 (zu Nummer 1)', 'annex:1'],
    ['Anhang 2 zu Anlage 21', 'annex:2_zu_anlage_21'],
    ['Anhang zu den Anlagen 80 bis 82', 'annex:zu_den_anlagen_80_bis_82'],
    ['Anlage 5 zum Anhang', 'annex:5_zum_anhang'],
    ['Anhang EV', 'annex:ev'],
    ['(XXXX) Anlage 1 bis 6', 'annex:1-6'],
    ['(XXXX) Anlage I bis VII', 'annex:i-vii'],
    ['(XXXX) Anlage G 1 bis M 6', 'annex:g_1-m_6'],
    ['Anlagen 1 bis 3i, 4 und 5', 'annex:1-3i_4-5'],
    ['Muster', 'annex:muster'],
    ['Muster 7a', 'annex:muster_7a'],
    ['(XXXX) Muster 3 bis 13', 'annex:muster_3-13'],
    ['Formblatt 2', 'annex:formblatt_2'],
    ['Tabelle III', 'annex:tabelle_iii'],
    ['Präambel', 'preamble:1'],
    ['Eingangsformel', 'formula:entry'],
    ['Schlussformel', 'formula:closing'],
    ['Schlußformel', 'formula:closing'],
    ['Inhaltsübersicht', 'toc:1'],
    ['Inhalt', 'toc:1'],
    ['Übersicht', 'toc:1'],
    ['Anlagenverzeichnis', 'toc:anlagen'],
    ['I.', 'item:i'],
    ['6e.', 'item:6e'],
    ['A.', 'item:a'],
    ['Nr 31', 'item:31'],
    ['Regel 13', 'item:13'],
    ['(XXXX) 16. bis 54.', 'item:16-54'],
    ['(XXXX) I. und II.', 'item:i-ii'],
  ]
  for (const [label, path] of cases) {
    it(`${label} is ${path}`, () => {
      const { kind, value, members } = parseLabel(label)
      assert.equal(`${kind}:${value}`, path)
      assert.ok(parseNormPath(path))
      assert.equal(members.length > 0, valueMembers(value as string) !== undefined)
    })
  }

  for (const label of ['(XXXX)', 'XXXX', '', 'Abschnitt 3', 'Grundvorschrift', 'Zu § 34', '-', 'Artenschutz 3']) {
    it(`${label || 'nothing'} has no value`, () => {
      assert.deepEqual(parseLabel(label), { kind: 'text', value: undefined, members: [] })
    })
  }

  it('tells what it stands for', () => {
    assert.deepEqual(parseLabel('Anlagen 1 bis 3i, 4 und 5').members, [
      { from: '1', to: '3i' },
      { from: '4', to: '4' },
      { from: '5', to: '5' },
    ])
  })
})
