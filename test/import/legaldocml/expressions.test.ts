/** Expressions of an invented law in LegalDocML.de: names, norms, parts, days of effect, and faulty documents. */
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openCorpus } from '../../../src/dataset/open.ts'
import { buildBundle } from '../../../src/import/build-bundle.ts'
import { officialCode } from '../../../src/import/gii/official-site.ts'
import { legaldocml } from '../../../src/import/legaldocml/family.ts'
import { openExpressions } from '../../../src/import/legaldocml/read-expressions.ts'
import type { InputFile, SourceLaw } from '../../../src/import/source.ts'
import type { ParsedLimitation } from '../../../src/model/parsed-law.ts'
import { packageRoot } from '../../../src/program/package.ts'
import { article, paragraph, WORK, written } from './documents.ts'

const inputFile = (text: string, path: string): InputFile => ({
  path,
  size: text.length,
  read: async () => Buffer.from(text),
})

async function read(
  documents: readonly string[],
  today = '2026-04-29',
): Promise<{ laws: SourceLaw[]; limitations: ParsedLimitation[] }> {
  const files = documents.map((text, index) => inputFile(text, `${index + 1}.xml`))
  const taken = await legaldocml.take({ name: 'laws', files, close: async () => {} })
  const source = await openExpressions({ name: 'laws', ...taken, close: async () => {} }, { today })
  const laws = await Array.fromAsync(source.laws(undefined))
  return { laws, limitations: [...source.limitations, ...laws.flatMap((law) => law.limitations)] }
}

const lawOf = async (...documents: string[]) => {
  const { laws, limitations } = await read(documents)
  assert.deepEqual(limitations, [])
  return laws[0]?.law ?? assert.fail('there is no law')
}

test('a law has the names and the places of its metadata', async () => {
  const ris =
    '<ris:abkuerzung refersTo="interne-abkuerzung">HafO 2010</ris:abkuerzung><ris:standangabe type="stand">Zuletzt geändert durch Art. 1 V v. 3.12.2025 I Nr. 5</ris:standangabe>'
  const law = await lawOf(
    written({ body: article('§ 1', 'Hafen', paragraph('', '<akn:p>Der Hafen ist offen.</akn:p>')), ris }),
  )
  assert.equal(law.code, 'hafo')
  assert.equal(law.abbreviation, 'HafO')
  assert.equal(law.title, 'Ordnung des Hafens von Möwensund')
  assert.equal(law.promulgatedOn, '2010-02-20')
  assert.deepEqual(law.promulgation, { gazette: 'BGBl I', reference: '2010, 77', also: [] })
  assert.equal(law.statusDate, '2025-12-03')
  const names = law.aliases.map(({ name }) => name)
  for (const name of ['HafO', 'HafO 2010', 'Hafenordnung']) assert(names.includes(name), name)
})

test('a law without an abbreviation is named by its promulgation', async () => {
  const law = await lawOf(
    written({
      names: '<akn:docTitle>Verordnung</akn:docTitle>',
      body: article('§ 1', '', paragraph('', '<akn:p>Eins.</akn:p>')),
    }),
  )
  assert.deepEqual([law.code, law.abbreviation], ['bgbl-1_2010_s77', 'BGBl. 2010 I S. 77'])
})

test('two paragraphs of one norm have two days of effect; norms end, and are still to come', async () => {
  const law = await lawOf(
    written({
      body: [
        article(
          '§ 1',
          'Liegezeit',
          paragraph('(1)', '<akn:p>Schiffe liegen drei Tage.</akn:p>') +
            paragraph('(2)', '<akn:p>Boote liegen einen Tag.</akn:p>', 'period="#g2"'),
        ),
        article('§ 2', 'Gebühr', paragraph('', '<akn:p>Die Gebühr beträgt neun Taler.</akn:p>'), 'period="#g3"'),
        article('§ 3', 'Lotsen', paragraph('', '<akn:p>Lotsen sind Pflicht.</akn:p>'), 'period="#g2"'),
        article('§ 4', 'Netze', paragraph('', '<akn:p>Netze sind zu trocknen.</akn:p>'), ''),
      ].join(''),
    }),
  )
  assert.deepEqual(
    law.norms.map(({ path, status, inForceFrom, inForceTo }) => [path, status, inForceFrom, inForceTo]),
    [
      ['par:1', 'in_force', '2010-03-01', undefined],
      ['par:2', 'repealed', '2010-03-01', '2024-12-31'],
      ['par:3', 'not_yet_in_force', '2026-07-01', undefined],
      ['par:4', 'in_force', undefined, undefined],
    ],
  )
  const days = law.norms[0]?.subdivisions
    .filter(({ path }) => /^abs:\d$/.test(path))
    .map((part) => [part.path, part.inForceFrom])
  assert.deepEqual(days, [
    ['abs:1', undefined],
    ['abs:2', '2026-07-01'],
  ])
})

test('lists, tables, notes and sentences are those of the official XML', async () => {
  const list = `<akn:blockList><akn:listIntroduction>Frei sind</akn:listIntroduction><akn:item><akn:num>1.</akn:num><akn:p>Brot und</akn:p>
    <akn:blockList><akn:item><akn:num>a)</akn:num><akn:p>Salz,</akn:p></akn:item></akn:blockList></akn:item>
    <akn:item><akn:num>2.</akn:num><akn:p>Fisch.<akn:marker refersTo="satzende"/></akn:p></akn:item></akn:blockList>`
  const table =
    '<akn:table border="1"><akn:tr><akn:th><akn:p>Art</akn:p></akn:th><akn:th><akn:p>Preis</akn:p></akn:th></akn:tr><akn:tr><akn:td colspan="2"><akn:p>Boote</akn:p></akn:td></akn:tr></akn:table>'
  const note = '<akn:authorialNote marker="*)"><akn:p>In Talern.</akn:p></akn:authorialNote>'
  const law = await lawOf(
    written({
      body: article(
        'Artikel 5',
        'Zölle',
        paragraph('(1)', list) +
          paragraph(
            '(2)',
            `<akn:p>Nach Art. 1 Abs. 2 usw. gilt 10<akn:sup>2</akn:sup>${note}.<akn:marker refersTo="satzende"/> Mehr nicht.<akn:marker refersTo="satzende"/></akn:p>${table}`,
          ),
      ),
    }),
  )
  const [norm] = law.norms
  assert(norm)
  assert.deepEqual([norm.path, norm.label], ['art:5', 'Art 5'])
  assert.equal(
    norm.text,
    '(1) Frei sind\n1. Brot und\na) Salz,\n2. Fisch.\n(2) Nach Art. 1 Abs. 2 usw. gilt 10². Mehr nicht.\nArt\tPreis\nBoote\n\n\nIn Talern.',
  )
  assert.deepEqual(
    norm.subdivisions.map(({ path }) => path),
    [
      'abs:1',
      'abs:1/satz:1',
      'abs:1/satz:1/nr:1',
      'abs:1/satz:1/nr:1/buchst:a',
      'abs:1/satz:1/nr:2',
      'abs:2',
      'abs:2/satz:1',
      'abs:2/satz:2',
    ],
  )
  assert.equal(norm.marks[0]?.mark, '*)')
  assert.deepEqual(norm.tables[0]?.merged, [{ row: 1, column: 0, rows: 1, columns: 2 }])
})

test('quotations of an amending law keep their marks, and have no parts of the norm', async () => {
  const command = `<akn:p><akn:mod>§ 2 wird wie folgt gefasst: <akn:quotedStructure startQuote="„" endQuote="“">${article('§ 2', 'Gebühr', paragraph('(1)', '<akn:p>Sie beträgt elf Taler.</akn:p>'), '')}</akn:quotedStructure></akn:mod>.</akn:p>`
  const words =
    '<akn:p><akn:mod>Das Wort <akn:quotedText startQuote="„" endQuote="“">neun</akn:quotedText> entfällt.</akn:mod></akn:p>'
  const law = await lawOf(
    written({
      body: article(
        'Artikel 1',
        'Änderung',
        `<akn:paragraph><akn:list><akn:point><akn:num>1.</akn:num><akn:content>${command}</akn:content></akn:point><akn:point><akn:num>2.</akn:num><akn:content>${words}</akn:content></akn:point></akn:list></akn:paragraph>`,
      ),
    }),
  )
  assert.equal(
    law.norms[0]?.text,
    '1. § 2 wird wie folgt gefasst:\n„§ 2 Gebühr\n(1) Sie beträgt elf Taler.“.\n2. Das Wort „neun“ entfällt.',
  )
  assert.deepEqual(
    law.norms[0]?.subdivisions.map(({ path }) => path),
    ['satz:1', 'satz:1/nr:1', 'satz:1/nr:2'],
  )
})

test('headings stand above the articles in them only; formulas and annexes are norms', async () => {
  const section = `<akn:section><akn:num>Abschnitt 1</akn:num><akn:heading>Allgemeines</akn:heading>${article('§ 1', '', paragraph('', '<akn:p>Eins.</akn:p>'))}</akn:section>`
  const attachments = `<akn:attachments><akn:attachment><akn:documentRef href="${WORK}/2026-01-01/1/deu/anlage-regelungstext-1.xml"/></akn:attachment></akn:attachments>`
  const law = await lawOf(
    written({
      preamble: '<akn:formula refersTo="eingangsformel"><akn:p>Der Rat verordnet:</akn:p></akn:formula>',
      body: section + article('§ 2', '', paragraph('', '<akn:p>Zwei.</akn:p>')),
      after: `<akn:conclusions><akn:formula refersTo="schlussformel"><akn:p>Der Senat hat zugestimmt.</akn:p></akn:formula></akn:conclusions>${attachments}`,
    }),
    written({
      kind: 'doc',
      document: 'anlage-regelungstext-1',
      names: '<akn:docTitle>Anlage 1 (zu § 2) Tarife</akn:docTitle>',
      body: '<akn:p>Neun Taler.</akn:p>',
    }),
  )
  assert.deepEqual(
    law.norms.map(({ path, heading, structure }) => [path, heading, structure.map(({ label }) => label).join()]),
    [
      ['formula:entry', '', ''],
      ['par:1', '', 'Abschnitt 1'],
      ['par:2', '', ''],
      ['formula:closing', '', ''],
      ['annex:1', 'Tarife', ''],
    ],
  )
})

test('expressions of a law are its versions: the one that holds today is the law', async () => {
  const body = (text: string) => article('§ 1', '', paragraph('', `<akn:p>${text}</akn:p>`))
  const { laws, limitations } = await read([
    written({ day: '2026-01-01', body: body('Elf Taler.') }),
    written({ day: '2010-03-01', body: body('Neun Taler.') }),
    written({ day: '2027-01-01', body: body('Zwölf Taler.') }),
  ])
  assert.equal(laws[0]?.law?.norms[0]?.text, 'Elf Taler.')
  assert.deepEqual(
    laws[0]?.history?.norms.map(({ version }) => [version.from, version.to]),
    [
      ['2010-03-01', '2025-12-31'],
      ['2026-01-01', '2026-12-31'],
      ['2027-01-01', '9999-12-31'],
    ],
  )
  assert.deepEqual(limitations, [])
})

test('what is wrong with a document is told with its file; the rest is read', async () => {
  const bad = [
    [
      'another version',
      written({ namespace: 'http://Inhaltsdaten.LegalDocML.de/1.6/' }),
      /^1\.xml: it is in LegalDocML\.de 1\.6; 1\.8\.2 is read/,
    ],
    ['not well-formed', written({ body: '<akn:article>' }), /^1\.xml: .*tag.*line/],
    [
      'an entity',
      written({ body: '&x;' }).replace('?>', '?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
      /^1\.xml: undefined entity/,
    ],
    ['no identification', written({}).replaceAll('FRBR', 'X'), /^1\.xml: <FRBRWork> and <FRBRExpression> do not say/],
  ] as const
  for (const [name, text, reason] of bad) {
    const { laws, limitations } = await read([text])
    assert.equal(laws.length, 0, name)
    assert.match(limitations[0]?.reason ?? '', reason, name)
  }
  const { laws } = await read([
    written({
      body: article('§ 1', '', paragraph('', '<akn:p>Eins.</akn:p>'), 'period="#g9"'),
      groups: '<akn:temporalGroup eId="g1"><akn:timeInterval start="#e7"/></akn:temporalGroup>',
      events: '<akn:eventRef eId="e1" date="2010-02-30"/>',
    }),
  ])
  assert.deepEqual(
    laws[0]?.findings.map(({ reason }) => reason),
    [
      '1.xml: the date 2010-02-30 is not in the calendar',
      '1.xml: the interval of g1 names the event #e7, which is not there',
      '1.xml: <article> art-z1 names the period #g9, which is not there',
    ],
  )
  assert.equal(laws[0]?.law?.norms[0]?.inForceFrom, undefined)
})

/** A bundle of the MSGB in official XML, with an expression of it in LegalDocML.de. */
async function builtOfBoth(priority?: readonly string[], day?: string, successor = '') {
  const folder = mkdtempSync(join(tmpdir(), 'legaldocml-'))
  try {
    mkdirSync(join(folder, 'msgb'))
    cpSync(join(packageRoot, 'src', 'starter', 'msgb'), join(folder, 'msgb'), { recursive: true })
    const names =
      '<akn:docTitle>Gesetzbuch</akn:docTitle><akn:shortTitle>(<akn:inline refersTo="amtliche-abkuerzung">MSGB</akn:inline>)</akn:shortTitle>'
    writeFileSync(
      join(folder, 'expression.xml'),
      written({ names, body: article('§ 1', '', paragraph('', '<akn:p>Eins.</akn:p>')), ...(day && { day }) }).replace(
        '<akn:FRBRlanguage',
        `<akn:FRBRalias name="nachfolgende-version-id" value="${successor}"/><akn:FRBRlanguage`,
      ),
    )
    const out = join(folder, 'laws.sqlite')
    await buildBundle({ from: folder, out, search: false, priority })
    const corpus = await openCorpus({ dataset: out })
    const { items } = await corpus.laws({})
    const limitations = await corpus.limitations({})
    const { shared_laws_by_source_family: shared } = await corpus.coverage()
    await corpus.close()
    return {
      laws: items.map(({ code, source_family }) => [code, source_family]),
      limitations: limitations.map(({ source_family, reason }) => [source_family, reason]),
      shared,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('of a law that both sources have, the one with days of effect is asked; the other is named', async () => {
  assert.deepEqual(await builtOfBoth(), {
    laws: [['msgb', 'legaldocml']],
    limitations: [['gesetze-im-internet', 'msgb: the law is that of the source legaldocml']],
    shared: { legaldocml: 1 },
  })
})

test('a priority of sources decides which one is asked', async () => {
  assert.deepEqual(await builtOfBoth(['gesetze-im-internet']), {
    laws: [['msgb', 'gesetze-im-internet']],
    limitations: [['legaldocml', 'msgb: the law is that of the source gesetze-im-internet']],
    shared: { 'gesetze-im-internet': 1 },
  })
})

test('an expression whose successor is missing does not hide a newer text of the other source', async () => {
  // The official XML includes amendments up to 29 February 2024.
  assert.deepEqual(await builtOfBoth(undefined, '2020-01-01', 'next'), {
    laws: [['msgb', 'gesetze-im-internet']],
    limitations: [
      [
        'legaldocml',
        'msgb: the law is that of the source gesetze-im-internet: the version after that of 2020-01-01 is not there',
      ],
    ],
    shared: { 'gesetze-im-internet': 1 },
  })
  for (const [priority, day, successor] of [
    [undefined, '2020-01-01', ''],
    [undefined, '2024-02-29', 'next'],
    [['legaldocml'], '2020-01-01', 'next'],
  ] as const)
    assert.deepEqual((await builtOfBoth(priority, day, successor)).laws, [['msgb', 'legaldocml']])
})

test('a law has the code of the official site where its abbreviation or its promulgation says so', () => {
  const names = { abbreviation: '', internal: '', shortTitle: '', title: '' }
  const at = (year: string, number: string) => ({ gazette: 'bgbl-1', year, number })
  assert.equal(officialCode({ ...names, abbreviation: 'SGleiG' }, at('2024', '17')), 'sgleig_2024')
  assert.equal(officialCode({ ...names, abbreviation: 'BDSG' }, at('2017', 's2097')), 'bdsg_2018')
  assert.equal(officialCode({ ...names, internal: 'SGB 5' }, at('1988', 's2477')), 'sgb_5')
  assert.equal(officialCode({ ...names, shortTitle: 'Vereinsgesetz' }, at('1964', 's593')), 'vereinsg')
  assert.equal(officialCode({ ...names, abbreviation: 'HafO' }, at('1964', 's593')), undefined)
  assert.equal(officialCode({ ...names, title: 'Ordnung des Hafens' }, at('2010', '77')), undefined)
})

test('a text as promulgated and a consolidated one are one law', async () => {
  const of = (text: string) => article('§ 1', '', paragraph('', `<akn:p>${text}</akn:p>`))
  const promulgated = { document: 'regelungstext-verkuendung-1', day: '2010-03-01', body: of('Eins.') }
  const { laws, limitations } = await read([
    written(promulgated),
    written({ ...promulgated, document: 'regelungstext-1', body: of('Eins und zwei.') }),
    written({ document: 'regelungstext-1', day: '2026-01-01', body: of('Drei.') }),
  ])
  assert.deepEqual(
    laws.map(({ law, history }) => [law?.code, history?.norms.map(({ norm }) => norm.text)]),
    [['hafo', ['Eins und zwei.', 'Drei.']]],
  )
  assert.deepEqual(
    limitations.map(({ reason }) => reason),
    ['1.xml: 2.xml is the consolidated text of the same expression'],
  )
})

test('a short title that is an abbreviation, or ends with one, gives it', async () => {
  const named = async (short: string) => {
    const names = `<akn:docTitle>Ordnung des Hafens</akn:docTitle><akn:shortTitle>(${short})</akn:shortTitle>`
    return (await lawOf(written({ names, body: article('§ 1', '', paragraph('', '<akn:p>Eins.</akn:p>')) })))
      .abbreviation
  }
  assert.equal(await named('HafO'), 'HafO')
  assert.equal(await named('Hafenordnung – HafO'), 'HafO')
  assert.equal(await named('Hafenordnung'), 'BGBl. 2010 I S. 77')
})

test('a text of a law that a collection names and that is not there is told', async () => {
  const expression = `${WORK}/2026-01-01/1/deu`
  const collection = `<akn:akomaNtoso xmlns:akn="http://Inhaltsdaten.LegalDocML.de/1.8.2/"><akn:documentCollection
    name="/akn/ontology/de/concept/documenttype/bund/rechtsetzungsdokument"><akn:meta><akn:identification>
    <akn:FRBRWork><akn:FRBRthis value="${WORK}/rechtsetzungsdokument-1"/><akn:FRBRuri value="${WORK}"/></akn:FRBRWork>
    <akn:FRBRExpression><akn:FRBRthis value="${expression}/rechtsetzungsdokument-1"/><akn:FRBRuri value="${expression}"/></akn:FRBRExpression>
    </akn:identification></akn:meta><akn:collectionBody><akn:component>
    <akn:documentRef href="regelungstext-verkuendung-1.xml"/><akn:documentRef href="${expression}/regelungstext-2.xml"/>
    <akn:documentRef href="${expression}/begruendung-1.xml"/></akn:component></akn:collectionBody></akn:documentCollection></akn:akomaNtoso>`
  const { limitations } = await read([
    collection,
    written({ body: article('§ 1', '', paragraph('', '<akn:p>Eins.</akn:p>')) }),
  ])
  assert.deepEqual(
    limitations.map(({ reason, terminalState }) => [reason, terminalState]),
    [[`1.xml: it names ${expression}/regelungstext-2, which is not there`, 'parse_failed']],
  )
})
