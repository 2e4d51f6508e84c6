import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import type { Corpus, Law, LawMatch, Norm, NormSummary } from '../../src/model/corpus.ts'
import { cite } from '../../src/operations/cite.ts'
import { checkText } from '../../src/resolve/check-text.ts'
import type { Citation } from '../../src/resolve/citation.ts'
import { citationsWithNotes } from '../../src/resolve/complete-citations.ts'
import { readNamedNorm } from '../../src/resolve/named-norm.ts'
import { resolveCitations } from '../../src/resolve/resolve-citations.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

/** The corpus, with some methods replaced. */
function withAnswers(own: Partial<Corpus>): Corpus {
  return new Proxy(corpus, {
    get(target, key) {
      const answer = Reflect.get(own, key) ?? Reflect.get(target, key)
      return typeof answer === 'function' ? answer.bind(target) : answer
    },
  })
}

/** Each citation of a text as its words, class and status. */
async function judged(text: string, of = corpus, today?: string): Promise<string[]> {
  const options = today === undefined ? {} : { today }
  const citations = await resolveCitations(of, text, options)
  return citations.map(({ text: words, class: verdict, status }) => `${words}: ${verdict} ${status}`)
}

const only = async (text: string, of = corpus) => {
  const citations = await resolveCitations(of, text)
  assert.equal(citations.length, 1, text)
  return citations[0] as Citation
}

it('reads a name and the number of an act as one name, not as an edition', async () => {
  const { text, code, edition } = await only('Art. 1 der Hafenlichterrichtlinie 2011/9902/EU')
  assert.deepEqual([text, code, edition], ['Art. 1 der Hafenlichterrichtlinie 2011/9902/EU', '32011l9902', null])
})

it('tells that an act is repealed, and is uncertain', async () => {
  for (const [text, message] of [
    ['repealed by 32012R1215', /is repealed by Verordnung \(EU\) Nr\. 1215\/2012$/],
    ['repealed', /is repealed$/],
  ] as const) {
    const law = async (code: string) => {
      const found = await corpus.law(code)
      return found && { ...found, status_notes: [{ type: 'repealed', text }] }
    }
    const citation = await only('Article 1 of Directive 2011/9902/EU', withAnswers({ law }))
    assert.deepEqual([citation.class, citation.norm], ['uncertain', 'art:1'])
    assert.match(citation.message ?? '', message)
  }
})

describe('an edition that is named', () => {
  it('keeps the status, is uncertain, and stands in the field and the message', async () => {
    for (const [text, words] of [
      ['§ 1 MSGB a. F.', 'a. F.'],
      ['§ 1 a. F. MSGB', 'a. F.'],
      ['§ 1 MSGB aF', 'aF'],
      ['§ 1 MSGB n. F.', 'n. F.'],
      ['§ 1 MSGB (a. F.)', 'a. F.'],
      ['MSGB a. F. § 1', 'MSGB a. F.'],
      ['MSGB (2008) § 1', 'MSGB (2008)'],
      ['§ 1 MSGB-alt', 'alt'],
      ['§ 1 MSGB idF vom 3. 4. 2001', 'idF vom 3. 4. 2001'],
      ['§ 1 MSGB i.d.F.v. 3.4.2001', 'i.d.F.v. 3.4.2001'],
      ['§ 1 MSGB in der im Jahr 1997 geltenden Fassung', 'in der im Jahr 1997 geltenden Fassung'],
      [
        '§ 1 MSGB in der Fassung der Bekanntmachung vom 4. Mai 2015',
        'in der Fassung der Bekanntmachung vom 4. Mai 2015',
      ],
      ['§ 1 MSGB in der bis zum 31.12.2001 geltenden Fassung', 'in der bis zum 31.12.2001 geltenden Fassung'],
      ['§ 1 MSGB in der ab dem 1. Januar 2002 geltenden Fassung', 'in der ab dem 1. Januar 2002 geltenden Fassung'],
      ['§ 1 MSGB alter Fassung', 'alter Fassung'],
      ['§ 1 in der vor dem 1.1.2002 geltenden Fassung des MSGB', 'in der vor dem 1.1.2002 geltenden Fassung'],
      ['in der alten Fassung des § 1 MSGB', 'in der alten Fassung'],
      ['nach dem vor dem 1.1.2002 geltenden § 1 MSGB', 'vor dem 1.1.2002 geltenden'],
      ['§ 1 MSGB 2008', 'MSGB 2008'],
    ] as const) {
      const { status, class: verdict, edition, message } = await only(text)
      assert.deepEqual([status, verdict], ['resolved', 'uncertain'], text)
      assert.ok(edition?.endsWith(words.replace(/^in der alten/, 'in der alten')), `${text}: ${edition}`)
      assert.ok(message?.includes(`names an edition (${edition})`), text)
    }
  })

  it('is none where the text means the law as it is in force', async () => {
    for (const words of ['geltenden', 'jeweils geltenden', 'derzeit gültigen', 'aktuellen', 'heute geltenden']) {
      const { class: verdict, edition } = await only(`§ 1 MSGB in der ${words} Fassung`)
      assert.deepEqual([verdict, edition], ['right', null], words)
    }
  })

  it('stands beside not_found, out_of_range and repealed, which are uncertain too', async () => {
    assert.deepEqual(await judged('§ 99 MSGB a. F., § 1 Abs. 9 MSGB a. F., § 8 MSGB a. F.'), [
      '§ 99 MSGB: uncertain not_found',
      '§ 1 Abs. 9 MSGB: uncertain out_of_range',
      '§ 8 MSGB: uncertain repealed',
    ])
    const { message } = await only('§ 99 MSGB a. F.')
    assert.match(message ?? '', /has no §.*; the text names an edition \(a\. F\.\)/)
  })

  it('holds for the norms that share its law, and with `jeweils` for all that are listed', async () => {
    assert.deepEqual(await judged('§ 1 i. V. m. § 2 MSGB a. F.'), [
      '§ 1: uncertain resolved',
      '§ 2 MSGB: uncertain resolved',
    ])
    assert.deepEqual(await judged('§ 1 MSGB und § 1 HafenG, jeweils in der Fassung vom 1.1.2001'), [
      '§ 1 MSGB: uncertain resolved',
      '§ 1 HafenG: uncertain resolved',
    ])
    assert.deepEqual(await judged('§ 1 MSGB und § 1 HafenG a. F.'), [
      '§ 1 MSGB: right resolved',
      '§ 1 HafenG: uncertain resolved',
    ])
  })

  it('that is stated once for a document holds for its citations of that law', async () => {
    const text =
      'Vorschriften des MSGB werden in der bis zum 31.12.2001 geltenden Fassung zitiert. Nach § 1 MSGB und § 1 HafenG gilt.'
    assert.deepEqual(await judged(text), ['§ 1 MSGB: uncertain resolved', '§ 1 HafenG: right resolved'])
    const named = '§ 1 MSGB in der Fassung vom 1.1.2001 (im Folgenden: MSGB) gilt. Anders § 2 MSGB.'
    assert.deepEqual(await judged(named), ['§ 1 MSGB: uncertain resolved', '§ 2 MSGB: uncertain resolved'])
  })

  it('is told by cite, check and a typed designation', async () => {
    const { citations } = await cite.run(corpus, { q: '§ 1 MSGB a. F.' })
    assert.deepEqual([citations[0]?.class, citations[0]?.edition], ['uncertain', 'a. F.'])
    const { findings } = await checkText(corpus, '§ 1 MSGB a. F.')
    assert.deepEqual([findings[0]?.class, findings[0]?.edition], ['uncertain', 'a. F.'])
    const { note } = await readNamedNorm(corpus, '§ 1 MSGB in der Fassung vom 1.1.2001')
    assert.match(
      note ?? '',
      /^the text names an edition \(in der Fassung vom 1\.1\.2001\), which may differ from the text given here$/,
    )
  })
})

describe('a Land or another state', () => {
  it('makes a law another than the federal one: it is outside', async () => {
    for (const text of [
      '§ 5 MSGB NRW',
      '§ 5 MSGB (NRW)',
      '§ 5 MSGB Land Berlin',
      '§ 5 MSGB des Landes Hessen',
      '§ 5 MSGB der DDR',
      '§ 5 österreichisches MSGB',
      '§ 5 des schweizerischen MSGB',
      '§ 5 BbgSchulG',
      '§ 5 NWSchulG',
      '§ 5 LBG NRW',
      '§ 5 BayVwVfG',
      '§ 5 HessSOG',
      '§ 5 SächsGemO',
      '§ 5 ThürKO',
      '§ 5 SOG M-V',
      '§ 5 hamburgisches Wassergesetz',
      '§ 5 VwVfG in Hessen',
      '§ 5 SchulG von Berlin',
      '§ 5 PolG für NRW',
      '§ 5 öABGB',
      '§ 5 VwVfG. NRW',
      '§ 5 Hess. VwVfG',
      '§ 5 Nds. SOG',
      'Art. 5 Bay. VwZVG',
      '§ 5 NVwVfG',
      'Art. 4 LV NRW',
      'Art. 4 Verf. NRW',
      'Art. 3 der Landesverfassung',
      'Art. 3 DDR-Verfassung',
      '§ 5 österr. MSGB',
      '§ 5 MSGB-Ö',
      '§ 5 MSGB (Ö)',
      '§ 5 chMSGB',
      '§ 5 schweizMSGB',
      '§ 5 türkMSGB',
      'Art. 5 CH-OR',
      '§ 5 MSGB von Liechtenstein',
      '§ 5 MSGB (Frankreich)',
      '§ 5 EheG (Österreich)',
      'Art. 1382 Code civil',
      'Art. 2043 ital. Cc',
      '§ 5 ABGB',
      'Art. 5 OR',
    ]) {
      const { class: verdict, status, code, message } = await only(text)
      assert.deepEqual([verdict, status, code], ['outside', 'unknown_law', null], text)
      assert.match(message ?? '', /law of (?:a Land|the Länder|another state)/, text)
    }
  })

  it('is only where a law is applied if no Land has such a law', async () => {
    assert.deepEqual(await judged('§ 1 MSGB in Hessen'), ['§ 1 MSGB: right resolved'])
    assert.deepEqual(await judged('§ 99 MSGB in Berlin'), ['§ 99 MSGB: wrong not_found'])
    assert.deepEqual(await judged('§ 1 MSGB. NRW hat abgelehnt.'), ['§ 1 MSGB: right resolved'])
    assert.deepEqual(await judged('§ 1 MSGB für Frankreich'), ['§ 1 MSGB: right resolved'])
  })

  it('never gets a law of the corpus suggested for a name of two letters', async () => {
    assert.equal((await only('Art. 5 QQ')).suggestions, undefined)
    assert.equal((await only('Art. 5 GO')).suggestions, undefined)
  })
})

describe('a law of elsewhere', () => {
  it('is told by its name, however that is spelled', async () => {
    for (const name of [
      'der Datenschutzgrundverordnung',
      'der Fluggastrechteverordnung',
      'EU-Grundrechtecharta',
      'des Digital Services Act',
      'AI Act',
      'WTO-Übereinkommen',
      'des Lugano-Übereinkommens',
    ]) {
      const { class: verdict, suggestions } = await only(`Art. 6 ${name}`)
      assert.deepEqual([verdict, suggestions], ['outside', undefined], name)
    }
  })
})

describe('a name that many rules have', () => {
  const lbg = (code: string) => ({ code, abbreviation: 'LBG', title: 'Gesetz über die Landbeschaffung', rank: 0 })
  it('means the federal law only if something in the text says so', async () => {
    const law = { ...((await corpus.findLaws('msgb'))[0] as LawMatch), ...lbg('msgb') }
    const of = withAnswers({ lawsCalled: async (name) => (name === 'LBG' ? [law] : []) })
    const [citation] = await resolveCitations(of, '§ 1 LBG')
    assert.deepEqual([citation?.class, citation?.status, citation?.code], ['uncertain', 'unknown_law', null])
    assert.match(citation?.message ?? '', /many rules are called LBG/)
    assert.deepEqual(await judged('Zur Landbeschaffung: § 1 LBG', of), ['§ 1 LBG: right resolved'])
  })
})

describe('an abbreviation of several laws', () => {
  /** Two laws with the same abbreviation. */
  async function twoLaws(older: Partial<Law>, newer: Partial<Law>): Promise<Corpus> {
    const name = { abbreviation: 'FooG', title: 'Foogesetz' }
    const laws = new Map<string, Law>()
    for (const [code, own] of [
      ['hafeng_2021', { ...name, promulgated_on: '1951-01-01', ...older }],
      ['msgb', { ...name, promulgated_on: '1994-01-01', ...newer }],
    ] as const) {
      laws.set(code, { ...((await corpus.law(code)) as Law), ...own })
    }
    const called = [...laws.values()].map((law): LawMatch => ({ ...law, rank: 0 }))
    return withAnswers({
      lawsCalled: async (form) => (form === 'FooG' ? called : []),
      law: async (code) => laws.get(code),
    })
  }
  const ending = (on: string, last_day: string, note: string) => ({
    endings: [{ on, last_day, norms: [], except: [], note }],
  })
  const repealed = ending('1994-01-01', '1993-12-31', 'G aufgeh. durch Art. 8 G v. 27.12.1993 I 2378 mWv 1.1.1994')

  it('means the one in force, and the answer names the other', async () => {
    for (const those of [await twoLaws({ title: 'Altes Foogesetz', ...repealed }, {}), await twoLaws({}, {})]) {
      const citation = await only('§ 1 FooG', those)
      assert.deepEqual([citation.status, citation.class, citation.code], ['resolved', 'right', 'msgb'])
      assert.match(citation.message ?? '', /^FooG is also the name of hafeng_2021 \(.*\)$/)
      assert.deepEqual(
        citation.candidates?.map(({ code }) => code),
        ['hafeng_2021'],
      )
    }
  })

  it('is ambiguous where both are in force', async () => {
    const of = await twoLaws({ title: 'Erstes Foogesetz' }, { title: 'Anderes Foogesetz' })
    assert.deepEqual(await judged('§ 1 FooG', of), ['§ 1 FooG: uncertain ambiguous'])
    assert.deepEqual(await judged('§ 1 BienHV'), ['§ 1 BienHV: uncertain ambiguous'])
  })

  it('is not spent before the day that its source names', async () => {
    const ends = ending('2030-12-31', '2030-12-31', 'V tritt gem. § 4 mit Ablauf d. 31.12.2030 außer Kraft')
    const of = await twoLaws({ title: 'Altes Foogesetz', ...ends }, {})
    assert.deepEqual(await judged('§ 1 FooG', of, '2026-01-01'), ['§ 1 FooG: uncertain ambiguous'])
    assert.deepEqual(await judged('§ 1 FooG', of, '2031-01-01'), ['§ 1 FooG: right resolved'])
  })
})

describe('the three classes', () => {
  it('tell what is false from what nobody can tell and from what is elsewhere', async () => {
    const text =
      '§ 1 MSGB, § 99 MSGB, § 8 MSGB, § 1 Abs. 9 MSGB, § 1 BienHV, § 5 FooG, Art. 6 DSGVO, Art. 3 EMRK, § 5 TVöD, § 4 VOB/B'
    assert.deepEqual(await judged(text), [
      '§ 1 MSGB: right resolved',
      '§ 99 MSGB: wrong not_found',
      '§ 8 MSGB: wrong repealed',
      '§ 1 Abs. 9 MSGB: wrong out_of_range',
      '§ 1 BienHV: uncertain ambiguous',
      '§ 5 FooG: uncertain unknown_law',
      'Art. 6 DSGVO: outside unknown_law',
      'Art. 3 EMRK: outside unknown_law',
      '§ 5 TVöD: outside unknown_law',
      '§ 4 VOB/B: outside unknown_law',
    ])
    const { findings } = await checkText(corpus, text)
    assert.deepEqual(
      findings.map((finding) => `${finding.text}: ${finding.class} ${finding.status}`),
      await judged(text),
    )
  })

  it('take a section of an ordinance for German, whatever act of the Union is called so: acts have articles', async () => {
    assert.deepEqual(await judged('§ 3 Batterieverordnung, Art. 3 Batterieverordnung, § 6 KI-Verordnung'), [
      '§ 3 Batterieverordnung: uncertain unknown_law',
      'Art. 3 Batterieverordnung: outside unknown_law',
      '§ 6 KI-Verordnung: wrong unknown_law',
    ])
  })

  it('never suggest a law of the corpus for one that is elsewhere', async () => {
    for (const text of ['Art. 267 AEUV', '§ 5 MTV', 'Art. 6 Rom I-VO', 'Richtlinie 2005/29/EG']) {
      const { class: verdict, suggestions } = await only(text)
      assert.deepEqual([verdict, suggestions], ['outside', undefined], text)
    }
  })

  it('call a federal law that is out of force as a whole wrong, and say what came after it', async () => {
    const { class: verdict, message } = await only('§ 97 Abs. 2 BSHG')
    assert.equal(verdict, 'wrong')
    assert.match(message ?? '', /no longer in force.*SGB XII/)
    assert.equal((await only('§ 97 BSHG a. F.')).class, 'uncertain')
  })

  it('call a member of a series that does not exist wrong, if the corpus has the series', async () => {
    const [sgb] = await corpus.findLaws('msgb')
    const of = withAnswers({ findLaws: async (name) => (name === 'SGB I' && sgb ? [sgb] : []) })
    assert.deepEqual(await judged('§ 5 SGB XV', of), ['§ 5 SGB XV: wrong unknown_law'])
    assert.deepEqual(await judged('§ 5 SGB XV'), ['§ 5 SGB XV: uncertain unknown_law'])
  })

  it('let an abbreviation with capitals in the wrong place be uncertain, and one in other capitals be right', async () => {
    assert.deepEqual(await judged('§ 1 HaFenG, § 1 HAFENG, § 1 Hafeng, § 1 hafeng'), [
      '§ 1 HaFenG: uncertain resolved',
      '§ 1 HAFENG: right resolved',
      '§ 1 Hafeng: right resolved',
      '§ 1 hafeng: right resolved',
    ])
  })

  it('keep a norm that does not exist wrong, whatever else is not read', async () => {
    const { findings } = await checkText(corpus, '§ 99 MSGB, Abs. 2; ferner § 1 MSGB, Abs. 2')
    assert.deepEqual(
      findings.map(({ class: verdict, status }) => `${verdict} ${status}`),
      ['wrong unread', 'uncertain unread'],
    )
  })

  it('are the same for a part that is missing at the end of a range, with its edition', async () => {
    const [, end] = await citationsWithNotes(corpus, '§ 1 Abs. 3 bis 9 MSGB', {})
    assert.deepEqual([end?.class, end?.status], ['wrong', 'out_of_range'])
    const last = (await citationsWithNotes(corpus, '§ 1 Abs. 3 bis 9 MSGB a. F.', {})).at(-1)
    assert.deepEqual([last?.class, last?.edition], ['uncertain', 'a. F.'])
  })
})

describe('a norm that is not yet in force', () => {
  /** The starter corpus, with § 1 MSGB taking effect later. */
  function later(in_force_from?: string): Corpus {
    const change = <Each extends Norm | NormSummary>(norm: Each): Each =>
      norm.norm === 'par:1'
        ? { ...norm, status: 'not_yet_in_force', ...(in_force_from !== undefined && { in_force_from }) }
        : norm
    return withAnswers({
      outline: async (code) => (await corpus.outline(code)).map(change),
      normsEndingIn: async (code, elements) => (await corpus.normsEndingIn(code, elements)).map(change),
      norm: async (code, path) => {
        const norm = await corpus.norm(code, path)
        return norm && change<Norm>(norm)
      },
    })
  }

  it('is wrong in a citation while its day is to come, or where no day is named', async () => {
    assert.deepEqual(await judged('§ 1 MSGB', later('2027-01-01'), '2026-06-01'), ['§ 1 MSGB: wrong resolved'])
    assert.deepEqual(await judged('§ 1 MSGB', later(), '2026-06-01'), ['§ 1 MSGB: wrong resolved'])
    const [citation] = await resolveCitations(later('2027-01-01'), '§ 1 MSGB', { today: '2026-06-01' })
    assert.match(citation?.message ?? '', /takes effect on 2027-01-01/)
  })

  it('is right with a hint at the future', async () => {
    for (const text of [
      'Künftig gilt § 1 MSGB',
      '§ 1 MSGB, der am 1. Januar 2027 in Kraft tritt',
      'ab dem 1.1.2027 gilt § 1 MSGB',
    ]) {
      const [citation] = await resolveCitations(later('2027-01-01'), text, { today: '2026-06-01' })
      assert.deepEqual([citation?.class, citation?.status], ['right', 'resolved'], text)
      assert.match(citation?.message ?? '', /not yet in force/)
    }
    const early = 'Ab dem 1. Juni 2026 gilt § 1 MSGB'
    assert.deepEqual(await judged(early, later('2027-01-01'), '2026-06-01'), ['§ 1 MSGB: wrong resolved'])
  })

  it('is told as such of a law that is imported', async () => {
    assert.deepEqual(await judged('§ 3.31 LFeuerO', corpus, '2026-06-01'), ['§ 3.31 LFeuerO: wrong resolved'])
    assert.deepEqual(await judged('§ 3.31 LFeuerO', corpus, '2040-01-01'), ['§ 3.31 LFeuerO: uncertain resolved'])
  })

  it('is uncertain once its day has passed since the source was fetched', async () => {
    const of = later('2027-01-01')
    assert.deepEqual(await judged('§ 1 MSGB', of, '2027-01-01'), ['§ 1 MSGB: uncertain resolved'])
    const [citation] = await resolveCitations(of, '§ 1 MSGB', { today: '2027-02-01' })
    assert.match(citation?.message ?? '', /2027-01-01, which has passed since its source was fetched/)
    const { findings } = await checkText(of, '§ 1 MSGB', { today: '2027-02-01' })
    assert.equal(findings[0]?.class, 'uncertain')
  })
})

describe('a law without text', () => {
  const outlineOf = (norms: readonly string[]): Partial<Corpus> => ({
    outline: async () => norms.map((norm): NormSummary => ({ norm, label: norm, heading: '', status: 'in_force' })),
    normsEndingIn: async () => [],
    norm: async (code, norm) => ({ ...((await corpus.norm('msgb', 'par:1')) as Norm), code, norm }),
  })

  it('is neither found nor wrong, and says why', async () => {
    for (const [norms, why] of [
      [[], /the corpus has no text of MSGB: its source gives the title only/],
      [['text:1', 'formula:entry'], /the corpus has no numbered norm of MSGB/],
      [['par:136', 'par:137', 'par:138', 'par:139', 'par:141'], /the corpus has only an extract of MSGB/],
    ] as const) {
      const citation = await only('§ 120 MSGB', withAnswers(outlineOf(norms)))
      assert.deepEqual([citation.class, citation.status], ['uncertain', 'not_found'])
      assert.match(citation.message ?? '', why)
    }
  })

  it('is not one of which the repealed norms are ranges', async () => {
    const whole = withAnswers(outlineOf(['par:1', 'par:2-40', 'par:41', 'par:42']))
    assert.deepEqual(await judged('§ 99 MSGB', whole), ['§ 99 MSGB: wrong not_found'])
  })
})

describe('an abbreviation that the document defines itself', () => {
  it('is heeded for the rest of the document', async () => {
    const text = '§ 5 XYG. Das Möwensunder Stadtgesetzbuch (im Folgenden: XYG) gilt. § 1 XYG, § 99 XYG'
    assert.deepEqual(await judged(text), [
      '§ 5 XYG: uncertain unknown_law',
      '§ 1 XYG: right resolved',
      '§ 99 XYG: wrong not_found',
    ])
    assert.deepEqual(await judged('Das Hafengesetz – nachfolgend HG-Sund – gilt. § 1 HG-Sund'), [
      '§ 1 HG-Sund: right resolved',
    ])
    assert.deepEqual(await judged('Das Möwensunder Stadtgesetzbuch (XYG) gilt. § 1 XYG'), ['§ 1 XYG: right resolved'])
  })

  it('is that of a Land or state if its full name says so, though the corpus has a law with the abbreviation', async () => {
    for (const text of [
      'Das Bayerische Mustergesetzbuch (MSGB) gilt. § 5 MSGB',
      'Verwaltungsverfahrensgesetz für das Land Nordrhein-Westfalen (MSGB): § 5 MSGB',
      'Das Verwaltungsverfahrensgesetz des Landes Berlin (im Folgenden: MSGB) gilt. § 5 MSGB',
      'österreichisches Aktiengesetz (MSGB); § 5 MSGB',
    ]) {
      assert.deepEqual([(await only(text)).class, (await only(text)).code], ['outside', null], text)
    }
  })

  it('shadows a law of the corpus', async () => {
    const text = 'Das Gesetz über den Honig der Bienen (im Folgenden: MSGB) gilt. § 1 MSGB'
    const [citation] = await resolveCitations(corpus, text)
    assert.deepEqual([citation?.status, citation?.code], ['unknown_law', null])
    assert.match(citation?.message ?? '', /MSGB \(here: Gesetz über den Honig der Bienen\)/)
    const land = 'Das Hessische Gesetz über den Honig (MSGB) gilt. § 1 MSGB'
    assert.deepEqual(await judged(land), ['§ 1 MSGB: outside unknown_law'])
  })
})
