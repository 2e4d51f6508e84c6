/** Every text for users has a German translation, and no translation is unused. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { ts } from '@ts-morph/common'
import { allCommands, listedTopics } from '../../src/cli/commands.ts'
import { guides } from '../../src/cli/help/guides.ts'
import { pageOf } from '../../src/cli/help/show-help.ts'
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
    [...marked].filter((text) => /\p{L}/u.test(text) && !Object.hasOwn(german, text)),
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

/** Rooms without texts for users: interfaces for programs, build tools, and data. */
const ELSEWHERE =
  /^src\/(?:mcp|library|packaging|web\/browser|starter|search|import\/search-index)\/|^src\/http\/(?:openapi|metrics|changes-feed)\.ts$/

test('every message of an error and every note is marked', () => {
  const messages = sources.filter((file) => !ELSEWHERE.test(file)).flatMap(messagesOf)
  assert.deepEqual(messages.filter(isLeftEnglish), [])
})

/** English words that do not occur in German names or legal texts. */
const ENGLISH =
  /(?<![\p{L}.-])(?:the|an?|is|are|no|not|of|it|its|that|which|has|have|to|and|or|with|without|than|by|for|from|be|been|cannot|must|only|at|into|too|before|after|more|each|there|this|these)(?![\p{L}.-])/u

/** Literals that are not texts for users, by kind. */
const DATA = [
  // SQL, style sheets, markup and command lines
  /\b(?:CREATE TABLE|INSERT|UPDATE|SELECT|FROM|WHERE|ORDER BY|BETWEEN|AS (?:norm|place))\b|\bAND observed_|[a-z]+\.(?:observed_on|moved_to)|state_(?:from|to)\b|<(?:form|input|div)\b|border|@media|font:|<\/?(?:a|subtitle)\b|^(?:if \[ |legal-text (?:norm|law|changes) .*--(?:as-of|since) )| --as-of /,
  // words used in legal texts, and codes of languages and Länder
  /^(?:sh hh ni |der die|number numbers|this that the same|art arts|point points|usw etc|and or|of to in|that those|the of and|a abbr|an auch|a\. F\.|this present|bg:bul |[Tt]able of contents$)/,
  // lines of the server log, which is English
  /^(?:Listening on|Now serving| \(all addresses|A worker|A replaced corpus|The corpus (?:could not|is being made)|the access log|Waiting for messages)/,
  // fragments of a description, an oclif line that is removed, and names
  /^(?:May be left out if CODE|See more help| or \$1$|norms_by_kind )/,
]

test('every literal that is a message, or fills a place in one, is marked', () => {
  const literals = sources.filter((file) => !ELSEWHERE.test(file)).flatMap(fragmentsOf)
  const missing = literals.filter((text) => isLeftEnglish(text) && !DATA.some((data) => data.test(text)))
  assert.deepEqual([...new Set(missing)], [])
})

/** True if a text is neither marked nor translated by itself. */
const isLeftEnglish = (text: string) => !Object.hasOwn(german, withoutBackticks(text)) && !Object.hasOwn(german, text)

/** Messages contain setting types without backticks. */
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

/** Descriptions that are assembled when a command is described. */
const descriptions: string[] = []
before(async () => {
  for (const { description } of await allCommands()) {
    const { summary, description: text, arguments: named = [], flags = {} } = description
    descriptions.push(summary, text, ...[...named, ...Object.values(flags)].map((each) => each.description))
    descriptions.push(...named.map(({ name }) => name.toUpperCase()))
    descriptions.push(...Object.values(flags).map(({ helpValue = '' }) => helpValue))
  }
})

/** The keys of all texts in a file; texts joined by `+` form one key. */
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
    if (ts.isTaggedTemplateExpression(node)) return
    const text = textOf(node)
    if (text === undefined) return void ts.forEachChild(node, take)
    if (/\p{L}{2}.* |^\p{L}{2,}$/u.test(text.replace(/\{\d\}/g, '')) && / /.test(text)) messages.push(text)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node)) return
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

/** Literals with English words, except schema descriptions, marked texts, and errors that are bugs. */
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

/** Visits the values of a text, including joined ones. */
function visitValues(node: ts.Node, visit: (node: ts.Node) => void): void {
  if (ts.isTemplateExpression(node)) for (const { expression } of node.templateSpans) visit(expression)
  else if (ts.isBinaryExpression(node)) for (const side of [node.left, node.right]) visitValues(side, visit)
}

function isForPrograms(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return true
  if (ts.isNewExpression(node)) return nameOf(node) === 'Error'
  if (ts.isTaggedTemplateExpression(node)) return ts.isIdentifier(node.tag) && /^(?:t|say)$/.test(node.tag.text)
  if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) return DESCRIBED.has(node.name.text)
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  return node.expression.name.text === 'describe'
}

/** Properties whose texts appear in help pages, where they are tested. */
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
