import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isInRunningText, ownReferences } from '../../../src/import/citations/citing-norm.ts'

const own = (title: string, norm: { kind?: string; heading?: string; text?: string } = {}) =>
  ownReferences({ title, kind: 'par', heading: '', text: '', ...norm })

describe('references to the own law', () => {
  test('a law that clears up things that are no rules cites its own norms', () => {
    for (const title of [
      'Gesetz zur Bereinigung von Schuldverschreibungen der Hafenbank',
      'Gesetz zur Bereinigung der Rechtsverhältnisse an Kaimauern',
      'Gesetz zur Aufhebung rechtswidriger Urteile der Hafengerichte',
      'Gesetz über die Änderung von Schiffsnamen',
      'Gesetz über das Verfahren bei Änderungen des Hafengebiets nach Artikel 29 der Verfassung',
    ])
      assert.equal(own(title), 'all', title)
  })
  test('a law that carries out an act that amends another cites its own norms', () => {
    for (const title of [
      'Gesetz zur Durchführung der Verordnung (EU) 2016/1 über Boote und zur Aufhebung der Richtlinie 2000/9/EG',
      'Verordnung zur Umsetzung der Richtlinie 2006/21/EG zur Änderung der Richtlinie 2004/35/EG',
    ])
      assert.equal(own(title), 'all', title)
  })
  test('a law that amends others cites articles of its own, but no sections', () => {
    for (const title of [
      'Gesetz zur Änderung des Hafengesetzes',
      'Gesetz zur Bereinigung des Hafenrechts',
      'Gesetz zur Neuordnung der Häfen und zur Änderung anderer Vorschriften',
      'Drittes Hafenänderungsgesetz',
    ])
      assert.equal(own(title), 'articles', title)
  })
  test('a law that amends one of articles cites none of its own', () => {
    assert.equal(own('Gesetz zur Änderung des Grundgesetzes'), 'none')
    assert.equal(own('Gesetz zur Änderung des Einführungsgesetzes zum Hafengesetzbuch'), 'none')
  })
  test('a formula, and an article that amends, cite none of their own', () => {
    assert.equal(own('Hafengesetz', { kind: 'formula' }), 'none')
    assert.equal(own('Hafengesetz', { kind: 'art', heading: 'Änderung des Bootsgesetzes' }), 'none')
  })
  test('an annex with sections that count up is a text of its own', () => {
    for (const text of ['§ 1 Zweck\nText\n§ 2 Dauer\nText', '§ 1\nText\n§ 4\nText', '§ 7a\nText\n§ 7b\nText'])
      assert.equal(own('Hafengesetz', { kind: 'annex', text }), 'none', text)
  })
  test('an annex that amends cites none of its own', () => {
    assert.equal(own('Hafengesetz', { kind: 'annex', text: '§ 33 wird wie folgt geändert:' }), 'none')
  })
  test('an annex whose lines begin with references cites its own norms in running text', () => {
    const text = '§ 5 Absatz 1 Nummer 1\tKai\n§ 5 Absatz 1 Nummer 2\tMole'
    assert.equal(own('Hafengesetz', { kind: 'annex', text }), 'running')
    assert.equal(own('Hafengesetz', { kind: 'annex', text: 'nach § 5\nund § 7' }), 'all')
    assert.equal(isInRunningText(text, text.lastIndexOf('§')), false)
    const listed = 'Kai\tLöschen von Schiffen (§ 7 Absatz 1,\n§ 11, § 15)\tText, der nach § 3 gilt'
    assert.equal(isInRunningText(listed, listed.indexOf('§ 7')), true)
    assert.equal(isInRunningText(listed, listed.indexOf('§ 3')), true)
  })
})
