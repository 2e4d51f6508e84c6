import assert from 'node:assert/strict'
import { test } from 'node:test'
import { celexOfNumber } from '../../../src/import/eurlex/celex.ts'
import { eurlex } from '../../../src/import/eurlex/family.ts'
import type { OpenOptions } from '../../../src/import/source.ts'
import { zip } from '../../archive/zip.ts'
import { act, alinea, article, consolidation, enacting, inputOf, recitals } from './acts.ts'

const body = (text: string) => enacting(article('1', alinea(text)))
const FOLDER = '32025R9901'

async function open(files: Record<string, string | Uint8Array>, options: OpenOptions = {}) {
  const input = inputOf(files)
  const source = await eurlex.open({ ...input, ...(await eurlex.take(input)) }, options)
  const laws = []
  const reasons = source.limitations.map(({ terminalState, reason }) => `${terminalState}: ${reason}`)
  const findings = source.findings.map(({ reason }) => reason)
  for await (const { law, limitations, findings: found } of source.laws(undefined)) {
    if (law !== undefined) laws.push(law)
    reasons.push(...limitations.map(({ terminalState, reason }) => `${terminalState}: ${reason}`))
    findings.push(...found.map(({ reason }) => reason))
  }
  return { laws, reasons, findings }
}

test('the newest consolidation is the law, and recitals come from the act as adopted, each with its provenance', async () => {
  const { laws, reasons } = await open({
    [`${FOLDER}/2025-01-20/de/L_2025001DE.xml`]: act(recitals('Schiffe sind groß.') + body('Alt.'), {
      language: 'DE',
      title: 'Verordnung (EU) 2025/9901 über die Lotsen',
    }),
    [`${FOLDER}/2025-02-01/en/CL2025R9901EN0010010.0001.xml`]: consolidation(body('Old.'), '20250201'),
    [`${FOLDER}/2025-06-01/en/CL2025R9901EN0020010.0001.xml`]: consolidation(body('New.'), '20250601'),
  })
  const [law, ...others] = laws
  assert.equal(others.length, 0)
  assert.deepEqual(reasons, [])
  assert.deepEqual(
    [law?.code, law?.jurisdiction, law?.language, law?.promulgatedOn, law?.documentId],
    ['32025r9901', 'eu', 'en', '2025-01-10', '02025R9901-20250601'],
  )
  assert.deepEqual(law?.act, {
    celex: '02025R9901-20250601',
    eli: 'http://data.europa.eu/eli/reg/2025/9901/2025-06-01',
    consolidated_on: '2025-06-01',
    legal_effect: false,
  })
  const norms = law?.norms.map(({ path, text, origin }) => [path, text, origin?.language, origin?.act?.celex])
  assert.deepEqual(norms, [
    ['preamble:1', 'THE SOUND COUNCIL,\nWhereas:', 'de', '32025R9901'],
    ['recital:1', '(1) Schiffe sind groß.', 'de', '32025R9901'],
    ['formula:entry', 'HAS ADOPTED THIS REGULATION:', 'de', '32025R9901'],
    ['art:1', 'New.', undefined, undefined],
  ])
})

test('of several languages the preferred one is imported, and others are limitations', async () => {
  const files = {
    [`${FOLDER}/2025-02-01/de/CL2025R9901DE.xml`]: consolidation(body('Deutsch.'), '20250201', { language: 'DE' }),
    [`${FOLDER}/2025-02-01/fr/CL2025R9901FR.xml`]: consolidation(body('Français.'), '20250201', { language: 'FR' }),
  }
  const german = await open(files)
  assert.equal(german.laws[0]?.norms[0]?.text, 'Deutsch.')
  assert.match(german.reasons[0] ?? '', /^excluded_by_policy: .*\/fr\/.*language fr; imported is .*\/de\//)
  const french = await open(files, { languages: ['fr', 'de'] })
  assert.equal(french.laws[0]?.norms[0]?.text, 'Français.')
  const other = await open(files, { languages: ['sv'] })
  assert.match(other.findings.join(), /language de, since there is none of sv/)
})

test('the act as adopted in a listed language beats consolidations that are in none', async () => {
  const german = { language: 'DE', title: 'Verordnung (EU) 2025/9901 über die Lotsen' }
  const adopted = { [`${FOLDER}/2025-01-20/de/L_2025001DE.xml`]: act(recitals('Groß.') + body('Alt.'), german) }
  const consolidated = Object.fromEntries(
    ['EN', 'FR'].map((language) => {
      const text = consolidation(body('New.'), '20250201', { language })
      return [`${FOLDER}/2025-02-01/${language.toLowerCase()}/CL2025R9901${language}1.xml`, text]
    }),
  )
  const files = { ...adopted, ...consolidated }
  const { laws, findings, reasons } = await open(files, { languages: ['de'] })
  const norms = laws[0]?.norms.map(({ path, text, origin }) => [path, text, origin?.language])
  assert.equal(laws[0]?.language, 'de')
  assert.deepEqual(norms?.slice(1, 4), [
    ['recital:1', '(1) Groß.', undefined],
    ['formula:entry', 'HAS ADOPTED THIS REGULATION:', undefined],
    ['art:1', 'Alt.', undefined],
  ])
  const reason =
    'the text is that of the act as adopted, in de: consolidations, the newest of 2025-02-01, are there in en, fr only'
  assert.deepEqual(findings, [reason])
  assert.deepEqual(laws[0]?.statusNotes, [{ type: 'consolidated', text: reason }])
  assert.equal(reasons.length, 2)
  const both = await open(files, { languages: ['de', 'en'] })
  assert.equal(both.laws[0]?.language, 'en')
  assert.deepEqual(both.findings, [
    'the articles and annexes of 32025r9901 are in en, its preamble and recitals in de: the act as adopted is not there in en',
  ])
  const none = await open(files, { languages: ['sv'] })
  assert.match(none.findings[0] ?? '', /^32025r9901 is in the language en, since there is none of sv$/)
})

test('a consolidation from a later day is not the law of today, unless there is no other', async () => {
  const now = { [`${FOLDER}/2025-02-01/en/CL2025R9901EN1.xml`]: consolidation(body('Now.'), '20250201') }
  const then = { [`${FOLDER}/2027-02-01/en/CL2025R9901EN2.xml`]: consolidation(body('Then.'), '20270201') }
  const { laws, reasons } = await open({ ...now, ...then }, { today: '2026-01-01' })
  assert.equal(laws[0]?.norms[0]?.text, 'Now.')
  assert.match(reasons[0] ?? '', /only holds from 2027-02-01/)
  const later = await open(then, { today: '2026-01-01' })
  assert.equal(later.laws[0]?.norms[0]?.text, 'Then.')
  assert.match(later.laws[0]?.statusNotes[0]?.text ?? '', /holds from 2027-02-01/)
  const [norm] = later.laws[0]?.norms ?? []
  assert.equal(norm?.status, 'in_force')
})

test('an older version is the law if the newest one has no articles or cannot be read, and the notes say so', async () => {
  const older = { [`${FOLDER}/2025-02-01/en/CL2025R9901EN1.xml`]: consolidation(body('Old.'), '20250201') }
  const newest = `${FOLDER}/2025-06-01/en/CL2025R9901EN2.xml`
  const hollow = consolidation(recitals('Ships are large.'), '20250601')
  const files: [string, RegExp][] = [
    [hollow, /^the consolidation of 2025-06-01 is not used: it has no articles, unlike an older version$/],
    [hollow.slice(0, -30), /^the consolidation of 2025-06-01 could not be read: .*unclosed tag/],
  ]
  for (const [content, expected] of files) {
    const { laws, reasons } = await open({ ...older, [newest]: content })
    const [law] = laws
    assert.deepEqual([law?.documentId, law?.norms.at(-1)?.text], ['02025R9901-20250201', 'Old.'])
    assert.deepEqual([law?.statusNotes.length, law?.statusNotes[0]?.type], [1, 'outdated'])
    assert.match(law?.statusNotes[0]?.text ?? '', expected)
    assert.match(reasons.join(), /^parse_failed: 32025R9901\/2025-06-01\/en\/CL2025R9901EN2\.xml/)
  }
  const alone = await open({ [newest]: hollow })
  assert.deepEqual([alone.laws[0]?.documentId, alone.laws[0]?.statusNotes], ['02025R9901-20250601', []])
})

test('what could not be fetched of an act is among the notes of its law, except consolidations older than that', async () => {
  const missing = ['32025R9901', '02025R9901-20250101', '02025R9901-20250201', '02025R9901-20250601'].map((title) => ({
    sourceFamily: 'eur-lex',
    sourceId: '32025r9901',
    title,
    sourceUrl: null,
    terminalState: 'source_unavailable' as const,
    reason: 'answered 406',
  }))
  const file = { [`${FOLDER}/2025-02-01/en/CL2025R9901EN1.xml`]: consolidation(body('Old.'), '20250201') }
  const { laws } = await open(file, { missing: [...missing, { ...missing[0], sourceId: '32025r9902' } as never] })
  assert.deepEqual(
    laws[0]?.statusNotes.map(({ text }) => text),
    [
      'the act could not be fetched: answered 406',
      'the consolidation of 2025-02-01 could not be fetched: answered 406',
      'the consolidation of 2025-06-01 could not be fetched: answered 406',
    ],
  )
})

test('of two versions of one day the one produced last is imported', async () => {
  const { laws, reasons } = await open({
    [`${FOLDER}/a/CL2025R9901EN1.xml`]: consolidation(body('First.'), '20250201', { sequence: '001.001.0' }),
    [`${FOLDER}/b/CL2025R9901EN2.xml`]: consolidation(body('Second.'), '20250201', { sequence: '001.002.0' }),
  })
  assert.equal(laws[0]?.norms[0]?.text, 'Second.')
  assert.match(reasons[0] ?? '', /is the same version/)
})

test('what is in a document beats its path: the act, the language', async () => {
  const english = 'The pilot of the ship shall take care of the boat and of the crew for that day. '.repeat(10)
  const { laws, findings } = await open({
    '32025R0001/2025-02-01/de/CL2025R9901DE.xml': consolidation(body(english), '20250201', { language: 'DE' }),
  })
  assert.equal(laws[0]?.code, '32025r9901')
  assert.equal(laws[0]?.language, 'en')
  assert.match(findings.join('\n'), /is the act 32025R9901, as the document says, not 32025R0001/)
  assert.match(findings.join('\n'), /states the language de, but its text is in en/)
})

test('a companion is one by its content, whatever its name', async () => {
  const list = '<DOC><FMX><DOC.MAIN.PUB><REF.PHYS FILE="none.xml"/></DOC.MAIN.PUB></FMX></DOC>'
  for (const name of ['L_202509901EN.doc.fmx.xml', 'L_list.xml']) {
    const { laws, findings } = await open({
      [`${FOLDER}/${name}`]: list,
      [`${FOLDER}/L_202509901EN.xml`]: act(body('A.')),
    })
    assert.equal(laws.length, 1)
    assert.match(findings.join(), new RegExp(`${name} lists none\\.xml, which is not there`))
  }
})

test('a list of files under any name, in any folder, belongs to its act', async () => {
  const list = '<DOC><FMX><DOC.MAIN.PUB><REF.PHYS FILE="none.xml"/></DOC.MAIN.PUB></FMX></DOC>'
  const files = inputOf({ 'eu/list.xml': list, 'eu/main.xml': act(body('A.')), 'other/list.xml': list })
  assert.deepEqual(
    (await eurlex.take(files)).files.map(({ path }) => path),
    ['eu/list.xml', 'eu/main.xml'],
  )
})

test('a framework decision has the letter F, in every spelling', () => {
  for (const title of [
    'Rahmenbeschluß des Rates vom 29. Mai 2000',
    'RAHMENBESCHLUSS 2002/584/JI DES RATES',
    'Council Framework Decision of 13 June 2002',
    'Décision-cadre du Conseil',
  ])
    assert.equal(celexOfNumber({ title, year: '2002', number: '584' }), '32002F0584')
  assert.equal(celexOfNumber({ title: 'Beschluß des Rates', year: '2002', number: '584' }), '32002D0584')
})

test('files that a companion lists and that are missing are findings, web pages and broken files limitations', async () => {
  const companion =
    '<DOC><FMX><DOC.MAIN.PUB><NO.CELEX>32025R9901</NO.CELEX><REF.PHYS FILE="L_2025001EN.xml"/></DOC.MAIN.PUB>' +
    '<DOC.SUB.PUB><REF.PHYS FILE="L_2025001EN.annex.xml"/></DOC.SUB.PUB></FMX></DOC>'
  const { laws, findings, reasons } = await open({
    [`${FOLDER}/L_2025001EN.doc.xml`]: companion,
    [`${FOLDER}/L_2025001EN.xml`]: act(body('A.')),
    '32025R9902/L_1.xml': '<html><body>404</body></html>',
    '32025R9903/L_2.xml': act(body('A.'), { number: '9903' }).slice(0, -30),
  })
  assert.deepEqual(
    laws.map(({ code }) => code),
    ['32025r9901'],
  )
  assert.match(findings.join(), /lists L_2025001EN\.annex\.xml, which is not there/)
  assert.match(reasons.join('\n'), /unsupported_format: .*web page/)
  assert.match(reasons.join('\n'), /parse_failed: 32025R9903\/L_2\.xml: .*\(line \d+, column \d+\)/)
})

test('what is said of a file does not depend on the folder that all are in', async () => {
  const page = '<html><body>404</body></html>'
  const inFolder = (folder: string) =>
    open({ [`${folder}32025R9901/L_1.xml`]: act(body('A.')), [`${folder}32025R9902/de/L_2.xml`]: page })
  const { reasons } = await inFolder('')
  assert.deepEqual(reasons, ['unsupported_format: 32025R9902/de/L_2.xml: it is a web page (XHTML), no act in Formex'])
  for (const folder of ['acts/', 'acts-2026/eu/']) assert.deepEqual((await inFolder(folder)).reasons, reasons)
  const alone = await open({ 'acts/32025R9901/L_1.xml': act(body('A.')).slice(0, -30) })
  assert.match(alone.reasons.join(), /^parse_failed: 32025R9901\/L_1\.xml: /)
})

test('entity bombs are refused, and texts without norms are limitations', async () => {
  const bomb = `<!DOCTYPE ACT [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${act(body('&b;')).replace(/^<\?xml.*\?>/, '')}`
  const { laws, reasons } = await open({
    '32025R9901/L_1.xml': bomb,
    '32025R9902/L_2.xml': act('', { number: '9902' }),
  })
  assert.equal(laws.length, 0)
  assert.match(reasons.join('\n'), /32025R9901\/L_1\.xml: undefined entity/i)
  assert.match(reasons.join('\n'), /32025R9902\/L_2\.xml: it has no text/)
})

test('archives within an input are opened', async () => {
  const archive = zip([{ name: 'CL2025R9901EN.xml', content: consolidation(body('A.'), '20250201') }])
  const files = inputOf({ '32025R9901/2025-02-01/fmx4.zip': archive }).files
  const unpacked = await eurlex.unpack?.(files, eurlex.reads)
  assert.deepEqual(
    unpacked?.files.map(({ path }) => path),
    ['32025R9901/2025-02-01/CL2025R9901EN.xml'],
  )
})

test('archives beside files are opened, except for what is beside them', async () => {
  const archive = zip([
    { name: 'one.xml', content: act(body('Old.')) },
    { name: 'two.xml', content: act(body('Two.'), { number: '9902' }) },
  ])
  const files = inputOf({ '32025R9902.zip': archive, 'one.xml': act(body('One.')) }).files
  const unpacked = await eurlex.unpack?.(files, eurlex.reads)
  assert.deepEqual(unpacked?.files.map(({ path }) => path).sort(), ['one.xml', 'two.xml'])
  const kept = unpacked?.files.find(({ path }) => path === 'one.xml')
  assert.match(String(await kept?.read()), /One\./)
})

test('acts are told by their names, else by their contents', async () => {
  const take = async (files: Record<string, string>) =>
    (await eurlex.take(inputOf(files))).files.map(({ path }) => path)
  const german = '<dokumente><norm/></dokumente>'
  assert.deepEqual(await take({ 'bgb/BJNR.xml': german, 'eu/32025R9901/a.xml': act('') }), ['eu/32025R9901/a.xml'])
  assert.deepEqual(await take({ 'laws/one.xml': act(''), 'laws/two.xml': german }), ['laws/one.xml'])
  assert.deepEqual(await take({ 'laws/gdpr.xml': act(''), '32025R9901/a.xml': act(''), 'laws/two.xml': german }), [
    '32025R9901/a.xml',
    'laws/gdpr.xml',
  ])
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`${index}.xml`, german]))
  assert.deepEqual(await take({ ...many, 'laws/gdpr.xml': act('') }), ['laws/gdpr.xml'])
  assert.deepEqual(await take({ 'bgb/BJNR.xml': german }), [])
})

test('a file in another encoding than it states is a limitation with the reason', async () => {
  const text = act(body('The lämp burns.'))
  const { laws, reasons } = await open({
    '32025R9901/a.xml': Buffer.from(text, 'latin1'),
    '32025R9902/a.xml': text.replace('UTF-8', 'EBCDIC-XX'),
    '32025R9903/a.xml': text.replace('UTF-8', 'UTF-16'),
    '32025R9904/a.xml': '',
    '32025R9905/a.xml': Buffer.from(
      act(body('The lämp burns.'), { number: '9905' }).replace('UTF-8', 'ISO-8859-1'),
      'latin1',
    ),
    '32025R9906/a.xml': Buffer.from(`\ufeff${act(body('The lämp burns.'), { number: '9906' })}`, 'utf16le'),
  })
  assert.deepEqual(
    laws.map(({ code, norms: [norm] }) => [code, norm?.text]),
    [
      ['32025r9905', 'The lämp burns.'],
      ['32025r9906', 'The lämp burns.'],
    ],
  )
  assert.match(reasons.join('\n'), /32025R9901.*holds bytes that are not utf-8/i)
  assert.match(reasons.join('\n'), /32025R9902.*the encoding "EBCDIC-XX" is not known/)
  assert.match(reasons.join('\n'), /32025R9903.*utf-16/i)
  assert.match(reasons.join('\n'), /32025R9904.*it is empty/)
})

test('the name of an official file tells the language that the document does not', async () => {
  const text = act(body('Kurz.')).replace('<LG.DOC>EN</LG.DOC>', '')
  for (const name of ['L_2025119DE.01000101.xml', 'OJ_L_202509901_DE.xml', 'CL2025R9901DE0010010.0001.xml']) {
    const { laws } = await open({ [`${FOLDER}/${name}`]: text })
    assert.equal(laws[0]?.language, 'de', name)
  }
})

test('notes name the acts that amended it by kind and number, and corrigenda by their CELEX numbers', async () => {
  const data = (celex: string, title: string) =>
    `<BIB.DATA><NO.CELEX>${celex}</NO.CELEX>` + `<TITLE><TI><P>${title}</P></TI></TITLE></BIB.DATA>`
  const modifying =
    `<GR.MOD.ACT><MOD.ACT>${data('309R0280', 'Commission Regulation (EC) No 280/2009 of 6 April 2009')}</MOD.ACT>` +
    `<MOD.ACT>${data('103T', 'Treaty of the Sound')}</MOD.ACT></GR.MOD.ACT>` +
    `<GR.CORRIG><CORRIG>${data('32025R9901R(01)', 'Corrigendum')}</CORRIG></GR.CORRIG>`
  const { laws } = await open({
    [`${FOLDER}/2025-02-01/en/CL2025R9901EN1.xml`]: consolidation(body('A.'), '20250201').replace(
      '</FAM.COMP>',
      `${modifying}</FAM.COMP>`,
    ),
  })
  assert.deepEqual(laws[0]?.statusNotes, [
    { type: 'amended', text: '12003T' },
    { type: 'amended', text: 'Regulation (EC) No 280/2009 (32009R0280)' },
    { type: 'corrected', text: '32025R9901R(01)' },
  ])
})

test('the declared language holds, unless the text is clearly in another one that is known', async () => {
  const danish = 'Lodsen og de om bord skal sikre, at der er lys, for det er en pligt der gælder for den der sejler. '
  const german = 'Der Lotse und die Mannschaft werden von der Behörde für den Dienst nicht mit dem Boot auf die See. '
  const languageOf = async (text: string, language: string) => {
    const { laws, findings } = await open({ [`${FOLDER}/L_1.xml`]: act(body(text.repeat(20)), { language }) })
    return [laws[0]?.language, findings.join()]
  }
  assert.deepEqual(await languageOf(danish, 'DA'), [
    'da',
    `32025r9901 is in the language da, since there is none of de, en`,
  ])
  assert.deepEqual(await languageOf(german, 'DA'), [
    'da',
    `32025r9901 is in the language da, since there is none of de, en`,
  ])
  const [language, finding] = await languageOf(german, 'EN')
  assert.equal(language, 'de')
  assert.match(finding ?? '', /states the language en, but its text is in de/)
})

test('an annex in a flat folder belongs to the act that it names, and to no other', async () => {
  const annex = (reference: string) =>
    `<ANNEX><BIB.INSTANCE>${reference}<LG.DOC>EN</LG.DOC></BIB.INSTANCE><TITLE><TI><P>ANNEX I</P></TI></TITLE><CONTENTS><P>Red.</P></CONTENTS></ANNEX>`
  const one = act(body('One.')).replaceAll('L_2025001EN', 'L_2025001EN.01')
  const two = act(body('Two.'), { number: '9902' }).replaceAll('L_2025001EN', 'L_2025001EN.02')
  const files = {
    'L_2025001EN.01.xml': one,
    'L_2025001EN.02.xml': two,
    'L_2025001EN.03.xml': annex('<DOCUMENT.REF FILE="L_2025001EN.01.doc.xml"/>'),
    'L_2025001EN.04.xml': annex('<NO.DOC><NO.CURRENT>9903</NO.CURRENT><YEAR>2025</YEAR></NO.DOC>'),
    'L_2025001EN.05.xml': annex(''),
  }
  const { laws, reasons } = await open(files)
  assert.deepEqual(
    laws.map(({ code, norms }) => [code, norms.map(({ path }) => path).join()]),
    [
      ['32025r9901', 'art:1,annex:1'],
      ['32025r9902', 'art:1'],
    ],
  )
  assert.deepEqual(
    reasons,
    ['04', '05'].map((name) => `parse_failed: L_2025001EN.${name}.xml: it is an annex, and its act is not there`),
  )
})

test('dates that are not in the calendar are findings', async () => {
  const text = act(body('A.')).replace('ISO="20250110"', 'ISO="20251399"')
  const { laws, findings } = await open({ [`${FOLDER}/L_1.xml`]: text })
  assert.equal(laws[0]?.promulgatedOn, null)
  assert.match(findings.join(), /L_1\.xml: the date 20251399 is not in the calendar/)
})
