/**
 * Messages of errors and notes in the language of the texts. They are made in English deep in the program, since JSON has
 * them so, and are found again by their patterns where people read them: `{0} has no law {1}`. A message is translated as
 * a whole or not at all: a pattern does not fit if one of its values is English and has no text itself.
 */
import { currentTexts, filled, localDate, type Texts, t } from './texts.ts'

interface Pattern {
  /** The English text between its values. */
  literals: readonly Literal[]
  /** True if the message before it is its first value. */
  isAddition: boolean
  /** True if the message after it is its last value. */
  isIntroduction: boolean
  text: string
  /** How many letters it has, apart from its values. */
  letters: number
  /** True if it stands for a message of several parts. */
  hasParts: boolean
  /** True if its first value, with which it begins, stands elsewhere in the text. */
  moves: boolean
}

interface Literal {
  text: string
  /** The same without what stands in quotation marks. */
  bare: string
}

interface Translation {
  texts: Texts
  /** The parts of the message that were looked for; `undefined` for English without a text. */
  known: Map<string, string | undefined>
  /** How many characters may still be looked for: the time is linear in the length of the message. */
  left: number
}

/** Patterns with fewer letters are tried last: they fit many messages by chance. */
const TELLING = 7

/** How often a message is read in parts. */
const MOST_READ = 20

/** What was given instead, at the end of a message: it is no part of its last value. */
const GIVEN = /, not "[^"]*"$/

/** Words that make a value a phrase of English. Those that are German words, too, are not among them; `§ 1 a` is none. */
const ENGLISH =
  /(?:^|[\s(])(?:and|are|as|at|be|been|by|can|cannot|did|does|for|from|had|has|have|is|it|its|must|no|not|of|on|only|or|than|that|the|there|this|to|too|were|which|with|without)(?=[\s,;:.)]|$)|(?:^|\p{Ll},? )an? (?=\p{L}{2})/u

/** Values that are a word of English and no data; `to` and `from` may be names. */
const ENGLISH_WORD = /^(?:are|has|is|it|no|not|that|the|there|which)$/

/** How values begin that are no names: a pattern with few letters does not make them German. */
const UNTOLD = /^[a-z]{3,}(?: |$)/

/** Straight quotation marks, apart from those of a command line. */
const STRAIGHT = /(?<!-- )"((?:[^"\\]|\\.)*)"/g

/** A day, but none that is quoted, or is the value of an option. */
const DAY = /(?<![\w/"`-]|--[\w-]+ )\d{4}-\d\d-\d\d(?![\w/"`-])/g

const QUOTED = /"(?:[^"\\]|\\.)*"|“[^”]*”|`[^`]*`/g

const known = new WeakMap<Texts, Pattern[]>()

/** A message in the language of the texts; what has no text stays English. */
export function translatedMessage(english: string): string {
  const texts = currentTexts()
  const text = texts && inTexts(english, { texts, known: new Map(), left: MOST_READ * english.length })
  return text?.replace(DAY, localDate).replace(STRAIGHT, '„$1“') ?? english
}

/** The message, or a value of one; `undefined` if it is English and has no text. */
function inTexts(english: string, translation: Translation): string | undefined {
  const { known } = translation
  if (!known.has(english)) {
    translation.left -= english.length
    if (translation.left < 0) return undefined
    known.set(english, found(english, translation) ?? (isEnglish(english) ? undefined : english))
  }
  return known.get(english)
}

const isEnglish = (text: string) => ENGLISH.test(text.replace(QUOTED, '""'))

function found(english: string, translation: Translation): string | undefined {
  const { texts } = translation
  const whole = texts[english] ?? texts[`${english}.`]?.replace(/\.$/, '')
  if (whole !== undefined) return whole
  const [, name, rest] = /^([^\s"“]+): (.+)$/s.exec(english) ?? []
  const named = rest === undefined ? undefined : inTexts(rest, translation)
  if (named !== undefined) return `${placeholder(name ?? '', texts)}: ${named}`
  const [, begin, within, end] = /^( \(|: |; )(.+?)(\)?)$/s.exec(english) ?? []
  const translated = within === undefined ? undefined : inTexts(within, translation)
  if (translated !== undefined) return begin + translated + end
  const [, words, and, last] = /^(\S+(?:, \S+)*) (and|or) (\S+)$/.exec(english) ?? []
  if (words !== undefined && last !== undefined) return and === 'or' ? t`${words} or ${last}` : t`${words} and ${last}`
  const patterns = patternsOf(texts)
  const isTelling = ({ letters }: Pattern) => letters >= TELLING
  return (
    fitted(
      english,
      translation,
      patterns.filter((pattern) => isTelling(pattern) && pattern.hasParts),
    ) ??
    inParts(english, '; ', translation) ??
    fitted(english, translation, patterns.filter(isTelling)) ??
    fitted(
      english,
      translation,
      patterns.filter((pattern) => !isTelling(pattern)),
    ) ??
    inParts(english, ': ', translation)
  )
}

function fitted(english: string, translation: Translation, patterns: readonly Pattern[]): string | undefined {
  const bare = withoutQuoted(english)
  for (const pattern of patterns) {
    const values = valuesIn({ text: english, bare }, pattern.literals)
    if (values === undefined || !isPossible(values, pattern)) continue
    const translated = allOf(values, translation)
    if (translated === undefined) continue
    const isUntold = (value: string, at: number) => at > 0 && value === translated[at] && UNTOLD.test(value)
    if (pattern.letters < TELLING && values.some(isUntold)) continue
    const before = pattern.isAddition ? translated.shift() : ''
    const after = pattern.isIntroduction ? translated.pop() : ''
    return before + filled(pattern.text, translated) + after
  }
  return undefined
}

/** False if a value takes in more than it stands for: the end of the message, or an introduction that would be moved. */
function isPossible(values: readonly string[], { literals, isIntroduction, moves }: Pattern): boolean {
  const last = values.at(-1) ?? ''
  if (isIntroduction && last === '') return false
  if (!isIntroduction && literals.at(-1)?.text === '' && GIVEN.test(last)) return false
  return !(moves && values[0]?.includes(': '))
}

/** `one; two`, or `one: two`, part by part; either may have several. */
function inParts(english: string, separator: '; ' | ': ', translation: Translation): string | undefined {
  for (let at = english.indexOf(separator); at >= 0; at = english.indexOf(separator, at + 1)) {
    if (translation.left < 0) return undefined
    const parts = [english.slice(0, at), english.slice(at + separator.length)]
    const translated = allOf(parts, translation)
    if (translated !== undefined) return translated.join(separator)
  }
  return undefined
}

/** All of these values; `undefined` if one of them has no text. */
function allOf(values: readonly string[], translation: Translation): string[] | undefined {
  const translated: string[] = []
  for (const value of values) {
    const text = value.includes(' ')
      ? inTexts(value, translation)
      : ENGLISH_WORD.test(value)
        ? undefined
        : placeholder(value, translation.texts)
    if (text === undefined) return undefined
    translated.push(text)
  }
  return translated
}

/** A value that may be the name of an argument, as help has it: `CODE`. */
const placeholder = (value: string, texts: Texts) => (/^[A-Z]+$/.test(value) ? texts[value] : undefined) ?? value

/** A text of the same length, in which nothing stands in quotation marks. */
const withoutQuoted = (text: string) =>
  text.replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => `"${'\0'.repeat(quoted.length - 2)}"`)

/**
 * The values between the literals, each as short as can be; first what is before the pattern, last what is after it.
 * @returns `undefined` if it does not match
 */
function valuesIn(message: Literal, literals: readonly Literal[]): string[] | undefined {
  const [first, last] = [literals[0], literals.at(-1)] as [Literal, Literal]
  const end = message.text.length - last.text.length
  let at = first.text.length
  if (at > end || !stands(message, first, 0) || !stands(message, last, end)) return undefined
  const values: string[] = []
  for (const literal of literals.slice(1, -1)) {
    const from = at
    do {
      at = message.bare.indexOf(literal.bare, at)
      if (at < 0 || at + literal.text.length > end) return undefined
    } while (!stands(message, literal, at) && at++ < end)
    values.push(message.text.slice(from, at))
    at += literal.text.length
  }
  values.push(message.text.slice(at, end))
  return values
}

const stands = (message: Literal, { text, bare }: Literal, at: number) =>
  message.bare.startsWith(bare, at) && message.text.startsWith(text, at)

/**
 * The patterns of a language, those with the most letters first. An addition (` (it ends with {0})`) has the message before it,
 * a predicate (`has only {0}`) its subject, an introduction (`…: `) what it introduces after it.
 */
function patternsOf(texts: Texts): Pattern[] {
  const present = known.get(texts)
  if (present !== undefined) return present
  const patterns = Object.entries(texts)
    .filter(([english]) => /\{\d\}/.test(english) && /\p{L}{2}/u.test(english))
    .map(([english, text]) => ({
      literals: literalsOf(english),
      isAddition: ADDITION.test(english),
      isIntroduction: INTRODUCTION.test(english),
      text,
      letters: english.replace(/\P{L}/gu, '').length,
      hasParts: english.includes('; '),
      moves: english.startsWith('{0}') && !text.startsWith('{0}'),
      literal: english.replace(/\{\d\}/g, '').length,
      length: english.length,
    }))
    .sort((a, b) => b.letters - a.letters || b.literal - a.literal || a.length - b.length)
  known.set(texts, patterns)
  return patterns
}

const ADDITION = /^(?:[ ;,:.]|has )/
const INTRODUCTION = / $/

function literalsOf(english: string): Literal[] {
  const texts = english.split(/\{\d\}/)
  if (ADDITION.test(english)) texts.unshift('')
  if (INTRODUCTION.test(english)) texts.push('')
  return texts.map((text) => ({ text, bare: withoutQuoted(text) }))
}
