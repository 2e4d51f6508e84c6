/** No text that people read lacks a German one, and no German one is left over. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { ts } from '@ts-morph/common'
import { allCommands, listedTopics } from '../../src/cli/commands.ts'
import { guides } from '../../src/cli/help/guides.ts'
import { pageOf } from '../../src/cli/help/show-help.ts'
import { translatedMessage } from '../../src/i18n/messages.ts'
import { keyOf, type Texts, useLanguage } from '../../src/i18n/texts.ts'
import { loadTexts } from '../../src/program/load-texts.ts'
import { packageRoot } from '../../src/program/package.ts'
import { SETTINGS } from '../../src/program/settings-table.ts'
import { ERROR_KINDS } from '../../src/util/errors.ts'
import { markedTexts } from './marked-texts.ts'

const GERMAN = join(packageRoot, 'src', 'i18n', 'de.json')
const german = JSON.parse(readFileSync(GERMAN, 'utf8')) as Texts
const sources = globSync('src/**/*.ts', { cwd: packageRoot }).sort()

before(() => {
  loadTexts('de')
  useLanguage('de')
})
after(() => useLanguage('en'))

test('the file is in order, and no text is empty', () => {
  const keys = Object.keys(german)
  assert.deepEqual(keys, keys.toSorted())
  for (const [english, text] of Object.entries(german)) assert(text.trim() !== '', english)
})

test('a text has the values of the English one, and its space at both ends', () => {
  const valuesIn = (text: string) => [...new Set(text.match(/\{\d(?=[:}])/g))].sort()
  for (const [english, text] of Object.entries(german)) {
    assert.deepEqual(valuesIn(text), valuesIn(english), english)
    assert.equal(/\n$/.test(text), /\n$/.test(english), english)
    assert(!/["“].*["”]/.test(text) || /["“]/.test(english), `${text}: German quotation marks are „…“`)
  }
})

test('every marked text has a German one', () => {
  const marked = markedTexts(sources.map((file) => join(packageRoot, file)))
  assert(marked.size > 300)
  assert.deepEqual(
    [...marked].filter((text) => !Object.hasOwn(german, text)),
    [],
  )
})

test('every page of help is German', async () => {
  const commands = (await allCommands()).map(({ name }) => [...name.split(' '), '--help'])
  const subjects = [[], ['--help'], ['corpus'], ...commands, ...Object.keys(guides()).map((name) => ['help', name])]
  const values = Object.values(german).filter(({ length }) => length > 8)
  const isGerman = (text: string) => Object.hasOwn(german, text) || values.some((value) => text.includes(value))
  const missing = new Set<string>()
  for (const subject of subjects) {
    const { title, sections } = await pageOf(subject)
    for (const section of sections) {
      const texts =
        'terms' in section
          ? section.terms.map(([, meaning]) => meaning)
          : 'examples' in section
            ? section.examples.map(([meaning]) => meaning)
            : section.paragraphs.filter((text) => !text.startsWith('legal-text '))
      for (const text of [title, section.header, ...texts]) if (!isGerman(text)) missing.add(text)
    }
  }
  const settings = Object.values(SETTINGS).flatMap(({ meaning, defaultText = meaning }) => [meaning, defaultText])
  const kinds = Object.values(ERROR_KINDS).map(({ meaning }) => meaning)
  const topics = Object.values(listedTopics()).map(({ description }) => description)
  for (const text of [...settings, ...kinds, ...topics]) if (!Object.hasOwn(german, text)) missing.add(text)
  assert.deepEqual([...missing], [])
})

/** Rooms whose texts people do not meet: those of programs, of those who build the package, and data. */
const ELSEWHERE =
  /^src\/(?:mcp|library|packaging|web\/browser|starter|search|import\/search-index)\/|^src\/http\/(?:openapi|metrics|changes-feed)\.ts$/

test('every message of an error and every note is German', () => {
  const messages = sources.filter((file) => !ELSEWHERE.test(file)).flatMap(messagesOf)
  assert(messages.length > 60, String(messages.length))
  assert.deepEqual(
    // A message after the name of its flag is one itself.
    messages.filter((message) => isLeftEnglish(message) && !/^\S+: \{0\}$/.test(message)),
    [],
  )
})

/** Words of English; the texts of the law and German names have none of them. */
const ENGLISH =
  /(?<![\p{L}.-])(?:the|an?|is|are|no|not|of|it|its|that|which|has|have|to|and|or|with|without|than|by|for|from|be|been|cannot|must|only|at|into|too|before|after|more|each|there|this|these)(?![\p{L}.-])/u

/** Literals that are no texts for people, by what they are. */
const DATA = [
  // SQL, style sheets, markup and command lines
  /\b(?:CREATE TABLE|INSERT|UPDATE|SELECT|FROM|WHERE|ORDER BY|BETWEEN|AS (?:norm|place))\b|\bAND observed_|[a-z]+\.observed_on|border|@media|font:|<\/?(?:a|subtitle)\b|^(?:if \[ |legal-text (?:norm|law|changes) .*--(?:as-of|since) )| --as-of /,
  // words that texts of the law have, and codes of languages
  /^(?:der die|number numbers|this that the same|art arts|point points|usw etc|and or|of to in|that those|the of and|a abbr|an auch|a\. F\.|this present|bg:bul |[Tt]able of contents$)/,
  // lines of the log of a server, which is English
  /^(?:Listening on| \(all addresses|A worker|A replaced corpus|The corpus (?:could not|is being made)|the access log|Waiting for messages)/,
  // a part of a description, and a line of oclif that is removed
  /^(?:May be left out if CODE|See more help)/,
]

test('every literal that is a message, or fills a place in one, is German', () => {
  const literals = sources.filter((file) => !ELSEWHERE.test(file)).flatMap(fragmentsOf)
  assert(literals.length > 600, String(literals.length))
  const missing = literals.filter((text) => isLeftEnglish(text) && !DATA.some((data) => data.test(text)))
  assert.deepEqual([...new Set(missing)], [])
})

/** True if a text has no German one, whatever its values are. */
function isLeftEnglish(text: string): boolean {
  const begun = text.replace(/\{\d\}/g, 'X').replace(/^(?=[ ;,:.])/, 'X')
  const english = begun.replace(/ $/, ' X')
  return (
    !Object.hasOwn(german, withoutBackticks(text)) &&
    !Object.hasOwn(german, text) &&
    translatedMessage(english) === english
  )
}

/** Messages as the program makes them, some of several parts, and their German. */
const MESSAGES = [
  [
    'cannot get the table of contents: https://www.gesetze-im-internet.de/gii-toc.xml: there is no such host, asked 5 times',
    'das Inhaltsverzeichnis lässt sich nicht abrufen: https://www.gesetze-im-internet.de/gii-toc.xml: diesen Host gibt es nicht, 5-mal gefragt',
  ],
  [
    'the site stopped giving laws, 8 in a row could not be fetched: http://127.0.0.1:9/resource/celex/31968R1612: the connection is refused, asked 5 times',
    'die Website gibt keine Gesetze mehr, 8 nacheinander ließen sich nicht abrufen: http://127.0.0.1:9/resource/celex/31968R1612: die Verbindung wird abgelehnt, 5-mal gefragt',
  ],
  [
    'x.example: 7 of 9 laws (77.8 %) could not be fetched or read, or are no longer listed: the rest is not a corpus. 32025R9999: https://x.example/y: it closed the connection; and 3 more. Check the names of the laws, or try again later',
    'x.example: 7 von 9 Gesetzen (77.8 %) ließen sich nicht abrufen oder lesen oder sind nicht mehr aufgeführt: der Rest ist kein Korpus. 32025R9999: https://x.example/y: sie hat die Verbindung geschlossen; und 3 weitere. Die Namen der Gesetze prüfen oder es später noch einmal versuchen',
  ],
  [
    'the text names an edition (a.F.), which may differ from the text given here: the corpus has no former version of it',
    'der Text nennt eine Fassung (a.F.), deren Wortlaut vom hier angegebenen abweichen kann: das Korpus enthält keine frühere Fassung davon',
  ],
  [
    'the text names an edition (in der Fassung vom 1.1.2002), which may differ from the text given here: the first state of the corpus is of 2021-12-28',
    'der Text nennt eine Fassung (in der Fassung vom 1.1.2002), deren Wortlaut vom hier angegebenen abweichen kann: der erste Stand des Korpus ist vom 28.12.2021',
  ],
  [
    'the dataset history.ltb has no such law: BauO NRW is law of a Land (Nordrhein-Westfalen)',
    'der Datensatz history.ltb enthält kein solches Gesetz: BauO NRW ist Landesrecht (Nordrhein-Westfalen)',
  ],
  ['BauO is law of the Länder', 'BauO ist Landesrecht'],
  [
    'AEUV is law of the European Union (Vertrag über die Arbeitsweise der Europäischen Union), which the dataset history.ltb lacks',
    'AEUV ist Recht der Europäischen Union (Vertrag über die Arbeitsweise der Europäischen Union); der Datensatz history.ltb enthält es nicht',
  ],
  [
    'the dataset history.ltb has no law EUV: it is law of the European Union (Vertrag über die Europäische Union); it is published since 2021-12-28',
    'der Datensatz history.ltb enthält kein Gesetz EUV: es ist Recht der Europäischen Union (Vertrag über die Europäische Union); veröffentlicht seit 28.12.2021',
  ],
  [
    'EMRK is a treaty (Europäische Menschenrechtskonvention)',
    'EMRK ist ein völkerrechtlicher Vertrag (Europäische Menschenrechtskonvention)',
  ],
  [
    'TVöD is a collective agreement (Tarifvertrag für den öffentlichen Dienst)',
    'TVöD ist ein Tarifvertrag (Tarifvertrag für den öffentlichen Dienst)',
  ],
  [
    'VOB/B is not a law of any state (Vergabe- und Vertragsordnung für Bauleistungen)',
    'VOB/B ist kein staatliches Recht (Vergabe- und Vertragsordnung für Bauleistungen)',
  ],
  [
    'ArbStättR is not a law of any state (a directive or guideline)',
    'ArbStättR ist kein staatliches Recht (eine Richtlinie oder Leitlinie)',
  ],
  ['AGBG is no longer in force (seit 2002: BGB)', 'AGBG ist nicht mehr in Kraft (seit 2002: BGB)'],
  ['Art. 20a GG has no Abs. 3, only Satz 1', 'Art. 20a GG enthält keinen Abs. 3, nur Satz 1'],
  ['BGB has no § 9000, where the range ends', 'das BGB enthält keinen § 9000, mit dem der Bereich endet'],
  ['BGB has no § 999999 (it ends with § 2385)', 'das BGB enthält keinen § 999999 (letzte Norm: § 2385)'],
  ['§ 573 BGB has only Abs. 1, 2, 3 and 4', '§ 573 BGB enthält nur Abs. 1, 2, 3 und 4'],
  [
    'the text names Halbsatz 3 of it; only the whole can be given; “ff.” leaves open where the series ends; only its first norm is given',
    'der Text nennt davon Halbsatz 3; angegeben werden kann nur das Ganze; „ff.“ lässt offen, wo die Reihe endet; hier steht nur ihre erste Norm',
  ],
  ['573: the dataset history.ltb has no law open', '573: der Datensatz history.ltb enthält kein Gesetz open'],
  [
    'the corpus has no law sgb; did you mean one of sgb_1, sgb_2, sgb_3 …?',
    'das Korpus enthält kein Gesetz sgb; gemeint ist vielleicht eines von sgb_1, sgb_2, sgb_3 …',
  ],
  [
    'the corpus has no texts as of 1999-01-01: its first state is of 2021-12-28',
    'das Korpus enthält keine Texte vom 01.01.1999: der erste Stand ist vom 28.12.2021',
  ],
  [
    '"§ 433" names no law; expected one norm with its law, such as "§ 433 Abs. 1 BGB", or CODE NORM',
    '„§ 433“ nennt kein Gesetz; erwartet wird eine Norm mit ihrem Gesetz, etwa „§ 433 Abs. 1 BGB“, oder KÜRZEL NORM',
  ],
  [
    '"Satz 1" before the norm is not read; put it before the law, as in "§ 433 Abs. 1 BGB"',
    '„Satz 1“ vor der Norm wird nicht gelesen; es gehört vor das Gesetz, etwa „§ 433 Abs. 1 BGB“',
  ],
  [
    '--initial: must be a letter, or # for everything else',
    '--initial: muss ein Buchstabe sein oder # für alles andere',
  ],
  [
    'cannot listen on 127.0.0.1:44161: the port is in use',
    'an 127.0.0.1:44161 können keine Anfragen angenommen werden: der Port ist belegt',
  ],
  [
    'there is nothing at /laws/bgb/norms/x/y; in a norm path, "/" is written as "%2F"; the routes are listed at /openapi.json',
    'unter /laws/bgb/norms/x/y gibt es nichts; in einem Normpfad schreibt man „/“ als „%2F“; die Routen stehen in /openapi.json',
  ],
  [
    'cannot read a.doc: it is an old Word document (.doc), which is not read; save it as DOCX or ODT',
    'a.doc lässt sich nicht lesen: es ist ein altes Word-Dokument (.doc); als DOCX oder ODT speichern',
  ],
  [
    'cannot read -: it is not UTF-8 text: byte 12 (line 3, column 4) is 0xff',
    '- lässt sich nicht lesen: kein Text in UTF-8: Byte 12 (Zeile 3, Spalte 4) ist 0xff',
  ],
  [
    'cannot unpack a.tar into /tmp, the folder for temporary files that TMPDIR can name: no space is left',
    'a.tar nach /tmp (den Ordner für temporäre Dateien kann TMPDIR nennen) lässt sich nicht entpacken: der Speicherplatz ist erschöpft',
  ],
  [
    'there is no law in /x: expected a JSON package: laws.json and norms.json, or manifest.json and laws/<id>.json; or acts of the European Union in Formex 4, <CELEX>/…/*.xml; or XML files in the format of gesetze-im-internet.de; found instead: 412 HTML, 3 PDF',
    'in /x gibt es kein Gesetz: erwartet wird ein JSON-Paket: laws.json und norms.json oder manifest.json und laws/<id>.json; oder Rechtsakte der Europäischen Union in Formex 4, <CELEX>/…/*.xml; oder XML-Dateien im Format von gesetze-im-internet.de; gefunden: 412 HTML, 3 PDF',
  ],
  [
    '32001R0044/fr.xml is left out: it is in the language fr; imported is 32001R0044/en.xml',
    '32001R0044/fr.xml ist ausgelassen: in der Sprache fr; eingelesen ist 32001R0044/en.xml',
  ],
  [
    'laws/a.json is left out, with its 12 norms: laws.json[3] has the same canonical_id',
    'laws/a.json ist ausgelassen (mit seinen 12 Normen): laws.json[3] hat dieselbe canonical_id',
  ],
  [
    'cannot open a.ltb: its schema version is 9, this version of legal-text reads 10; build it again',
    'a.ltb lässt sich nicht öffnen: seine Schemaversion ist 9, diese Version von legal-text liest 10; neu erstellen',
  ],
  [
    'Cellar does not offer 02025R9902-20250201 in Formex 4 in de or en (406)',
    'Cellar bietet 02025R9902-20250201 nicht in Formex 4 an, in de oder en (406)',
  ],
] as const

test('whole messages are German in all their parts', () => {
  for (const [english, text] of MESSAGES) assert.equal(translatedMessage(english), text)
})

test('no word of English is left in them, apart from names and what is in quotation marks', () => {
  const names = /"[^"]*"|“[^”]*”|„[^“]*“|\S*[/._]\S*/g
  const words =
    /(?<![\p{L}-])(?:the|is|are|no|not|of|it|its|that|which|has|have|to|and|or|with|than|by|for|from|be|cannot|must|only|norm|law|laws|read|text)(?![\p{L}-])/u
  for (const [, text] of MESSAGES) assert.doesNotMatch(text.replace(names, ''), words)
})

test('a message of which one part has no German stays English', () => {
  const messages = [
    'BauO is nobody’s law of the land',
    'cannot read a.xml: nobody has written this',
    'the dataset x has no law y; nobody is told of it',
    'X is a parable of the Länder',
    '§ 5 is closed',
    'it is of no use to many',
  ]
  for (const message of messages) assert.equal(translatedMessage(message), message)
})

test('what a value must be is German with what was given, and so are lists of words', () => {
  const cases = [
    [
      '--port: must be a whole number from 0 to 9, not "10"',
      '--port: muss eine ganze Zahl von 0 bis 9 sein, nicht „10“',
    ],
    ['SHELL must be bash, zsh or fish, not "x"', 'SHELL muss bash, zsh oder fish sein, nicht „x“'],
    [
      '--host: must be a host name, an IP address, or unix:/path for a Unix socket',
      '--host: muss ein Hostname, eine IP-Adresse oder unix:/Pfad für einen Unix-Socket sein',
    ],
  ] as const
  for (const [english, text] of cases) assert.equal(translatedMessage(english), text)
  for (const { type } of Object.values(SETTINGS)) {
    const words = withoutBackticks(type)
    assert.notEqual(translatedMessage(`must be ${words}, not "x"`), `muss ${words} sein, nicht „x“`)
  }
})

/** Messages have the types of settings so. */
const withoutBackticks = (text: string) => text.replaceAll('`', '')

test('no German text is left over', () => {
  const literals = new Set(sources.flatMap((file) => textsOf(file)))
  const words = new Set([...literals].flatMap((text) => [text.replaceAll('_', ' '), withoutBackticks(text)]))
  const nouns = [...literals].map((text) => `${text}s`)
  const counts = ['norm not found', 'law not found', 'no law']
  const topics = Object.values(listedTopics()).map(({ description }) => description)
  const used = new Set([...literals, ...words, ...nouns, ...counts, ...topics, ...descriptions])
  assert.deepEqual(
    Object.keys(german).filter((text) => !used.has(text)),
    [],
  )
})

/** Descriptions that are put together when a command is described. */
const descriptions: string[] = []
before(async () => {
  for (const { description } of await allCommands()) {
    const { summary, description: text, arguments: named = [], flags = {} } = description
    descriptions.push(summary, text, ...[...named, ...Object.values(flags)].map((each) => each.description))
    descriptions.push(...named.map(({ name }) => name.toUpperCase()))
    descriptions.push(...Object.values(flags).map(({ helpValue = '' }) => helpValue))
  }
})

/** The keys of all texts in a file; texts that are joined by `+` are one. */
function textsOf(file: string): string[] {
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    const text = textOf(node)
    if (text !== undefined) texts.push(text)
    ts.forEachChild(node, visit)
  }
  visit(parsed(file))
  return texts
}

/** The messages of errors and notes in a file. */
function messagesOf(file: string): string[] {
  const messages: string[] = []
  const take = (node: ts.Node): void => {
    const text = textOf(node)
    if (text === undefined) return void ts.forEachChild(node, take)
    if (/\p{L}{2}.* |^\p{L}{2,}$/u.test(text.replace(/\{\d\}/g, '')) && / /.test(text)) messages.push(text)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && nameOf(node) === 'LegalTextError') {
      for (const each of node.arguments?.slice(1, 2) ?? []) take(each)
    } else if (ts.isCallExpression(node) && /^(?:invalidInput|writeNotice|writeNote|wrongUsage)$/.test(nameOf(node))) {
      for (const each of node.arguments) take(each)
    }
    ts.forEachChild(node, visit)
  }
  visit(parsed(file))
  return messages
}

/** Literals with words of English, apart from descriptions of schemas, marked texts, and errors that are faults of the program. */
function fragmentsOf(file: string): string[] {
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    if (isForPrograms(node)) return
    const text = textOf(node)
    if (text === undefined) return void ts.forEachChild(node, visit)
    if (/ /.test(text) && ENGLISH.test(text)) texts.push(text)
    visitValues(node, visit)
  }
  visit(parsed(file))
  return texts
}

/** Visits the values of a text, also of one that is joined. */
function visitValues(node: ts.Node, visit: (node: ts.Node) => void): void {
  if (ts.isTemplateExpression(node)) for (const { expression } of node.templateSpans) visit(expression)
  else if (ts.isBinaryExpression(node)) for (const side of [node.left, node.right]) visitValues(side, visit)
}

function isForPrograms(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return true
  if (ts.isNewExpression(node)) return nameOf(node) === 'Error'
  if (ts.isTaggedTemplateExpression(node)) return ts.isIdentifier(node.tag) && node.tag.text === 't'
  if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) return DESCRIBED.has(node.name.text)
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  return node.expression.name.text === 'describe'
}

/** Properties with texts that the pages of help have: they are tested there. */
const DESCRIBED = new Set(['description', 'summary', 'examples', 'short', 'meaning', 'defaultText'])

const parsed = (file: string) =>
  ts.createSourceFile(file, readFileSync(join(packageRoot, file), 'utf8'), ts.ScriptTarget.Latest)

const nameOf = ({ expression }: ts.NewExpression | ts.CallExpression) =>
  ts.isIdentifier(expression) ? expression.text : ''

/** The key of a literal, a template, or several joined; `undefined` for other nodes. */
function textOf(node: ts.Node): string | undefined {
  const parts = partsOf(node)
  return parts === undefined ? undefined : keyOf(parts)
}

/** The literal parts of a text, between its values. */
function partsOf(node: ts.Node): string[] | undefined {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isTemplateExpression(node)) return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined
  const [left, right] = [partsOf(node.left), partsOf(node.right)]
  if (left === undefined || right === undefined) return undefined
  return [...left.slice(0, -1), `${left.at(-1)}${right[0]}`, ...right.slice(1)]
}
