/** No text that people read lacks a German one, and no German one is left over. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { ts } from '@ts-morph/common'
import { allCommands, listedTopics } from '../../src/commands/base/commands.ts'
import { guides } from '../../src/commands/base/help/guides.ts'
import { pageOf } from '../../src/commands/base/help/show-help.ts'
import { ERROR_KINDS } from '../../src/errors.ts'
import { loadTexts } from '../../src/load-texts.ts'
import { packageRoot } from '../../src/package.ts'
import { markedTexts } from '../../src/packaging/marked-texts.ts'
import { SETTINGS } from '../../src/settings-table.ts'
import { translatedMessage } from '../../src/texts/messages.ts'
import { keyOf, type Texts, useLanguage } from '../../src/texts/texts.ts'

const GERMAN = join(packageRoot, 'src', 'texts', 'de.json')
const german = JSON.parse(readFileSync(GERMAN, 'utf8')) as Texts
const sources = globSync('src/**/*.ts', { cwd: packageRoot }).sort()

before(() => {
  loadTexts('de')
  useLanguage('de')
})

test('the file is in order, and no text is empty', () => {
  const keys = Object.keys(german)
  assert.deepEqual(keys, keys.toSorted())
  for (const [english, text] of Object.entries(german)) assert(text.trim() !== '', english)
})

test('a text has the values of the English one, and its space at both ends', () => {
  const valuesIn = (text: string) => [...new Set(text.match(/\{\d\}/g))].sort()
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

/** Rooms whose messages people of the command line do not meet. */
const ELSEWHERE = /^src\/(?:http|mcp|library|packaging|web|pages|starter)\//

test('every message of an error and every note is German', () => {
  const messages = sources.filter((file) => !ELSEWHERE.test(file)).flatMap(messagesOf)
  assert(messages.length > 60, String(messages.length))
  const english = messages.map((message) => message.replace(/\{\d\}/g, 'X'))
  assert.deepEqual(
    // A message after the name of its flag is one itself.
    english.filter((message) => translatedMessage(message) === message && !/^\S+: X$/.test(message)),
    [],
  )
})

test('what a value must be is German with what was given, and so are lists of words', () => {
  const cases = [
    [
      '--port: must be a whole number from 0 to 9, not "10"',
      '--port: muss eine ganze Zahl von 0 bis 9 sein, nicht "10"',
    ],
    ['SHELL must be bash, zsh or fish, not "x"', 'SHELL muss bash, zsh oder fish sein, nicht "x"'],
    ['--host: must be a host name or an IP address', '--host: muss ein Hostname oder eine IP-Adresse sein'],
  ] as const
  for (const [english, text] of cases) assert.equal(translatedMessage(english), text)
  for (const { type } of Object.values(SETTINGS)) {
    const words = withoutBackticks(type)
    assert.notEqual(translatedMessage(`must be ${words}, not "x"`), `muss ${words} sein, nicht "x"`)
  }
})

/** Messages have the types of settings so. */
const withoutBackticks = (text: string) => text.replaceAll('`', '')

test('no German text is left over', () => {
  const literals = new Set(sources.flatMap((file) => textsOf(file)))
  const words = new Set([...literals].flatMap((text) => [text.replaceAll('_', ' '), withoutBackticks(text)]))
  const nouns = [...literals].map((text) => `${text}s`)
  const topics = Object.values(listedTopics()).map(({ description }) => description)
  const used = new Set([...literals, ...words, ...nouns, ...topics, ...descriptions])
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
