import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { referenceOf } from '../../src/authorities/reference.ts'

const law = (gazette: string, reference: string, ...notes: [type: string, text: string][]) => ({
  ...{ title: 'Hafenordnung', promulgated_on: '2009-03-02', promulgation: { gazette, reference, also: [] } },
  status_notes: notes.map(([type, text]) => ({ type, text })),
})

describe('the reference of a law', () => {
  it('has day, gazette, new wording and last amendment', () => {
    assert.equal(
      referenceOf(
        law(
          'RGBl I',
          '2009, 17, 18',
          ['Neuf', 'Neugefasst durch Bek. v. 4.5.2015 I 61, 88; 2016, 12;'],
          ['Stand', 'Zuletzt geändert durch Art. 3 § 31 G vom 29.2.2024 I Nr. 8'],
          ['Hinweis', 'Änderung durch Art. 2 G v. 1.1.2025 I Nr. 1 noch nicht berücksichtigt'],
        ),
      ),
      'Hafenordnung vom 2.3.2009 (RGBl. I S. 17, 18), neugefasst durch Bekanntmachung vom 4.5.2015 (BGBl. I S. 61, 88; 2016 S. 12), ' +
        'zuletzt geändert durch Art. 3 § 31 des Gesetzes vom 29.2.2024 (BGBl. 2024 I Nr. 8)',
    )
  })

  it('has the year of the gazette if it is another one, or numbers are counted', () => {
    assert.equal(referenceOf(law('BGBl I', '2010, 3')), 'Hafenordnung vom 2.3.2009 (BGBl. 2010 I S. 3)')
    assert.equal(referenceOf(law('MGBl', '2009, Nr. 4')), 'Hafenordnung vom 2.3.2009 (MGBl. 2009 Nr. 4)')
  })

  it('keeps what is written in another way', () => {
    assert.equal(
      referenceOf(law('OJ L', '275/2009, p. 38', ['Stand', 'geändert durch die V über Häfen v. 1.2.2020'])),
      'Hafenordnung vom 2.3.2009 (OJ L 275/2009, p. 38), geändert durch die V über Häfen v. 1.2.2020',
    )
    assert.equal(referenceOf({ ...law('', ''), title: 'Gesetz von 2009', promulgation: null }), 'Gesetz von 2009')
  })
})
