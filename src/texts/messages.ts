/**
 * Messages of errors and notes in the language of the texts. They are made in English deep in the program, since JSON has
 * them so, and are found again by their patterns where people read them: `{0} has no law {1}`.
 */
import { currentTexts, filled, type Texts, t } from './texts.ts'

interface Pattern {
  english: RegExp
  text: string
  /** How many letters it has, apart from its values. */
  letters: number
  /** True if it stands for a message of several parts. */
  hasParts: boolean
}

/** Patterns with fewer letters are tried last: they fit many messages by chance. */
const TELLING = 7

/** What was given instead, at the end of a message: it is no part of its last value. */
const GIVEN = /, not "[^"]*"$/

const known = new WeakMap<Texts, Pattern[]>()

/** A message in the language of the texts; what has no text stays English. */
export function translatedMessage(english: string): string {
  const texts = currentTexts()
  return texts === undefined ? english : inTexts(english, texts)
}

function inTexts(english: string, texts: Texts): string {
  const whole = texts[english] ?? texts[`${english}.`]?.replace(/\.$/, '')
  if (whole !== undefined) return whole
  const [, name, rest] = /^(-{0,2}[a-z][\w-]*): (.+)$/s.exec(english) ?? []
  if (rest !== undefined) return `${name}: ${inTexts(rest, texts)}`
  const [, words, and, last] = /^(\S+(?:, \S+)*) (and|or) (\S+)$/.exec(english) ?? []
  if (words !== undefined && last !== undefined) return and === 'or' ? t`${words} or ${last}` : t`${words} and ${last}`
  const patterns = patternsOf(texts)
  const isTelling = ({ letters }: Pattern) => letters >= TELLING
  return (
    fitted(
      english,
      texts,
      patterns.filter((pattern) => isTelling(pattern) && pattern.hasParts),
    ) ??
    inParts(english, texts) ??
    fitted(english, texts, patterns.filter(isTelling)) ??
    fitted(
      english,
      texts,
      patterns.filter((pattern) => !isTelling(pattern)),
    ) ??
    english
  )
}

function fitted(english: string, texts: Texts, patterns: readonly Pattern[]): string | undefined {
  for (const { english: pattern, text } of patterns) {
    const found = pattern.exec(english)
    const last = found?.at(-2) ?? ''
    if (found === null || (english.endsWith(last) && GIVEN.test(last))) continue
    const translated = found.slice(1).map((value) => (value.includes(' ') ? inTexts(value, texts) : value))
    return translated[0] + filled(text, translated.slice(1, -1)) + translated.at(-1)
  }
  return undefined
}

/** `one; two`, part by part. */
function inParts(english: string, texts: Texts): string | undefined {
  const parts = english.split('; ')
  return parts.length > 1 ? parts.map((part) => inTexts(part, texts)).join('; ') : undefined
}

/**
 * Matches a message. An addition (` (it ends with {0})`) has the message before it, a predicate (`has only {0}`) its subject,
 * an introduction (`…: `) what it introduces after it.
 */
function patternOf(english: string): RegExp {
  const before = /^[ ;,:.]/.test(english) ? '.+' : /^has /.test(english) ? '(?:.+ )?' : ''
  const after = / $/.test(english) ? '.+' : ''
  const parts = english.split(/\{\d\}/).map(escaped)
  return new RegExp(`^(${before})${parts.join('(.*?)')}(${after})$`, 's')
}

const escaped = (literal: string) => literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** The patterns of a language, those with the most letters first. */
function patternsOf(texts: Texts): Pattern[] {
  const present = known.get(texts)
  if (present !== undefined) return present
  const patterns = Object.entries(texts)
    .filter(([english]) => /\{\d\}/.test(english) && /\p{L}{2}/u.test(english))
    .map(([english, text]) => ({
      english: patternOf(english),
      text,
      letters: english.replace(/\P{L}/gu, '').length,
      hasParts: english.includes('; '),
      literal: english.replace(/\{\d\}/g, '').length,
      length: english.length,
    }))
    .sort((a, b) => b.letters - a.letters || b.literal - a.literal || a.length - b.length)
  known.set(texts, patterns)
  return patterns
}
