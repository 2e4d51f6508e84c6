import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { actNumber, celexOfName } from '../../../src/citation/laws/act-number.ts'
import { chooseInForce, isSpent, type NamedState } from '../../../src/citation/laws/law-in-force.ts'
import { isInGazetteer, outOfScopeLaw } from '../../../src/citation/laws/out-of-scope.ts'
import table from '../../../src/citation/laws/out-of-scope-laws.json' with { type: 'json' }
import { officialName, unionNames } from '../../../src/citation/laws/union-act.ts'
import { readLawState } from '../../../src/import/gii/state-notes.ts'

const kindOf = (name: string) => outOfScopeLaw(name)?.kind

describe('a law that a corpus of federal law cannot have', () => {
  it('is told by a table of more than 250 names, each with what it is', () => {
    const entries = Object.values(table).flatMap((names) => Object.entries(names))
    assert.ok(entries.length > 250)
    for (const [name, what] of entries) assert.ok(name.trim() !== '' && what.trim() !== '', name)
    for (const [name, kind] of [
      ['DSGVO', 'union'],
      ['DS-GVO', 'union'],
      ['Datenschutz-Grundverordnung', 'union'],
      ['Rom I', 'union'],
      ['Brüssel Ia-VO', 'union'],
      ['EMRK', 'treaty'],
      ['HSOG', 'land'],
      ['TV-L', 'collective'],
      ['TVöD (VKA)', 'collective'],
      ['AGB-Banken', 'private'],
      ['ABGB', 'foreign'],
      ['BSHG', 'former'],
    ] as const) {
      assert.equal(kindOf(name), kind, name)
    }
  })

  it('is any act of the Union by its short names, which stand in one table only', () => {
    for (const [name, act] of [
      ['DSGVO', 'Verordnung (EU) 2016/679, CELEX 32016R0679'],
      ['Rom I-VO', 'Verordnung (EG) Nr. 593/2008, CELEX 32008R0593'],
      ['VRRL', 'Richtlinie 2011/83/EU, CELEX 32011L0083'],
      ['RbEuHb', 'Rahmenbeschluss 2002/584/JI, CELEX 32002F0584'],
      ['EUV', 'Vertrag über die Europäische Union'],
      ['EAGV', 'Vertrag zur Gründung der Europäischen Atomgemeinschaft'],
    ] as const) {
      assert.equal(outOfScopeLaw(name)?.what, `law of the European Union (${act})`)
    }
    const listed = new Set(Object.values(table).flatMap((names) => Object.keys(names)))
    for (const [celex, names] of unionNames()) {
      for (const name of names) {
        assert.ok(!listed.has(name), `${name} stands in both tables`)
        assert.ok(name.length > 80 || isInGazetteer(name), `${celex} ${name}`)
      }
    }
  })

  it('is an act of the Union with the CELEX number that its kind and number tell', () => {
    for (const celex of unionNames().keys()) {
      if (actNumber(celex) !== undefined) assert.equal(celexOfName(officialName(celex)), celex)
    }
    for (const [name, celex] of [
      ['VO (EWG) Nr. 1612/68', '31968R1612'],
      ['RL 93/13/EWG', '31993L0013'],
      ['Delegierten Verordnung (EU) 2019/980', '32019R0980'],
      ['Durchführungsbeschlusses 2011/278/EU', '32011D0278'],
      ['Directive 2006/112/EC', '32006L0112'],
    ] as const) {
      assert.equal(outOfScopeLaw(name)?.what, `law of the European Union (CELEX ${celex})`)
    }
    for (const name of ['Beschluss Nr. 1/80', 'VO 5/3', '69/335/EWG']) assert.equal(celexOfName(name), undefined, name)
  })

  it('is told by the form of its name', () => {
    for (const [name, kind] of [
      ['Verordnung (EU) 2016/679', 'union'],
      ['EU-Spielzeugrichtlinie', 'union'],
      ['MTV Einzelhandel', 'collective'],
      ['Haustarifvertrags', 'collective'],
      ['DBA-Kanada 2001', 'treaty'],
      ['Bibliotheks-Staatsvertrag', 'land'],
      ['ThürFischG', 'land'],
      ['DSchG SH', 'land'],
      ['Hessischen Honiggesetzes', 'land'],
      ['Verfassung des Saarlandes', 'land'],
      ['Landeshoniggesetz', 'land'],
      ['LWaldG', 'land'],
      ['französischen Zivilgesetzbuchs', 'foreign'],
      ['StGB-DDR', 'foreign'],
      ['DIN 4109', 'private'],
    ] as const) {
      assert.equal(kindOf(name), kind, name)
    }
  })

  it('is none of those that the federation has', () => {
    for (const name of [
      'BGB',
      'StGB',
      'BauGB',
      'SGB V',
      'BBodSchG',
      'BEHG',
      'ATDG',
      'LPartG',
      'SeeArbG',
      'EnergieStV',
      'FzTV',
      'ThUG',
      'FooG',
    ]) {
      assert.equal(kindOf(name), undefined, name)
    }
  })
})

describe('which of several laws with one name is in force', () => {
  const law = (own: Partial<NamedState>): NamedState => ({
    code: 'a',
    abbreviation: 'FooG',
    title: 'Foogesetz',
    aliases: [own.abbreviation ?? 'FooG'],
    promulgated_on: '1990-01-01',
    status_notes: [],
    notes: '',
    norms: [{ status: 'in_force' }],
    endings: readLawState(own.status_notes ?? []).state.endings,
    ...own,
  })
  const day = '2026-01-01'
  const chosen = (name: string, laws: NamedState[], isOfficial = true) => {
    const choice = chooseInForce(name, laws, { day, isOfficial })
    return choice?.law.code
  }

  it('is told by what the source says of the law as a whole', () => {
    for (const text of [
      'G aufgeh. durch Art. 8 § 1 Nr. 1 G v. 27.12.1993 I 2378 mWv 1.1.1994',
      'Die V tritt gem. § 20 mit Ablauf des 31.7.2021 außer Kraft',
      'Diese V ist gem. Art. 1 § 13 V v. 5.4.2023 II Nr. 105 mWv 14.4.2023 nicht mehr anzuwenden',
      'Zur letztmaligen Anwendung dieses G vgl. § 27 Abs. 2 G v. 7.12.2006 I 2782',
    ]) {
      assert.ok(isSpent(law({ status_notes: [{ type: 'Aufh', text }] }), day), text)
    }
    for (const text of [
      'Die V tritt gem. § 3 mit Ablauf des 31.12.2026 außer Kraft',
      'Das G tritt gem. § 20 mit Ablauf des 31.12.2019 außer Kraft; § 20 aufgeh. durch Art. 2 Nr. 21 G v. 14.8.2017 I 3122',
      'Die V tritt am 1.8.2023 außer Kraft; die Geltung dieser V ist über den 1.8.2023 hinaus verlängert',
      'AnO nicht mehr anzuwenden, soweit sie Regelungen für Bedienstete enthält',
      '§§ 1 bis 47 aufgeh. durch Art. 3 G v. 19.10.1994 I 2978 mWv 1.11.1994',
    ]) {
      assert.ok(!isSpent(law({ status_notes: [{ type: 'Aufh', text }] }), day), text)
    }
    assert.ok(isSpent(law({ norms: [{ status: 'repealed' }, { status: 'repealed' }] }), day))
  })

  it('is the newer of two with one title, or with one abbreviation to which a year is added', () => {
    const newer = law({ code: 'b', promulgated_on: '2006-01-01' })
    assert.equal(chosen('FooG', [law({}), newer]), 'b')
    const aliases = ['FooG', 'FooG 1995']
    const dated = law({ code: 'b', title: 'Anderes', abbreviation: 'FooG 1995', promulgated_on: '1995-01-01', aliases })
    assert.equal(chosen('FooG', [law({}), dated]), 'b')
    assert.equal(chosen('FooG', [law({ code: 'foog_1' }), newer], false), undefined)
  })

  it('is the one that shows the name, in the same capitals', () => {
    const other = law({ code: 'b', title: 'Anderes', abbreviation: 'FOOG' })
    assert.equal(chosen('FOOG', [law({}), other]), 'b')
    assert.equal(chosen('FooG', [law({}), other]), 'a')
    assert.equal(chosen('BarG', [law({ abbreviation: 'BarG' }), other]), 'a')
  })

  it('is none of two in force, though one has the name as its code', () => {
    const other = law({ code: 'x_2001', title: 'Anderes' })
    assert.equal(chosen('FooG', [law({ code: 'foog' }), other]), undefined)
  })

  it('is the one in force before one that is spent and alone shows the name', () => {
    const spent = law({ status_notes: [{ type: 'Hinweis', text: 'Zur letztmaligen Anwendung dieses G vgl. § 27' }] })
    const dated = law({ code: 'b', abbreviation: 'FooG 2006', aliases: ['FooG', 'FooG 2006'] })
    assert.equal(chosen('FooG', [spent, dated]), 'b')
  })

  it('is not one whose name differs in capitals, if another is written so', () => {
    const other = law({ code: 'b', abbreviation: 'FoOG 2011', title: 'Anderes', aliases: ['FoOG', 'FoOG 2011'] })
    assert.equal(chosen('FooG', [law({}), other]), 'a')
    assert.equal(chosen('FoOG', [law({}), other]), 'b')
  })
})
