/**
 * Words for people, in their language. English is in the code, marked with `t` where it is shown, and with `say` where it is made
 * deeper in the program and shown elsewhere: messages of errors, notes, reasons. The id of a text is the English one with `{0}`,
 * `{1}` for its values; each further language has a file (`de.json`) from the ids to its texts.
 */

/** ISO 639-1. */
export type Language = 'en' | 'de'

/** Texts of a language, by the English ones. */
export type Texts = Readonly<Record<string, string>>

/** The parts of a message: its English text around the values. A value may be a message itself. */
interface Message {
  strings: readonly string[]
  values: readonly (string | number)[]
}

interface Spoken {
  language: Language
  texts: Texts | undefined
  known: Map<Language, Texts>
  /** Messages by their English sentences, in two generations. */
  said: [latest: Map<string, Message>, earlier: Map<string, Message>]
}

/** Generation size, which limits the memory. */
const MOST_SAID = 10_000

/** Shared by the process: each bundle of the program has a copy of this module. */
const SPOKEN = Symbol.for('legal-text.texts')
const holder = globalThis as unknown as Record<symbol, Spoken | undefined>
holder[SPOKEN] ??= { language: 'en', texts: undefined, known: new Map(), said: [new Map(), new Map()] }
const spoken = holder[SPOKEN] as Spoken

/** Adds a language. */
export function addTexts(language: Language, texts: Texts): void {
  spoken.known.set(language, texts)
}

/** True for English, and for languages whose texts were added. */
export const knowsTexts = (language: Language): boolean => language === 'en' || spoken.known.has(language)

/** The texts of the language; `undefined` for English. */
export const currentTexts = (): Texts | undefined => spoken.texts

/** The language of the texts. */
export const currentLanguage = (): Language => spoken.language

/** Sets the language; falls back to English if it has not been added. */
export function useLanguage(language: Language): void {
  spoken.texts = spoken.known.get(language)
  spoken.language = knowsTexts(language) ? language : 'en'
}

/** Runs a function in a language. @param run synchronous: other work would use the language, too */
export function inLanguage<Result>(language: Language, run: () => Result): Result {
  const before = spoken.language
  useLanguage(language)
  try {
    return run()
  } finally {
    useLanguage(before)
  }
}

/** A text for people: `` t`${norms} of ${laws}` `` has the key `{0} of {1}`. */
export function t(strings: TemplateStringsArray, ...values: (string | number)[]): string {
  const text = spoken.texts?.[keyOf(strings)]
  return text === undefined ? joined(strings, values) : filled(text, values)
}

/**
 * A message in English, as programs get it. Its parts are kept for {@link translated}, which returns it in the reader's language. A
 * value may be a message, too.
 */
export function say(strings: TemplateStringsArray, ...values: unknown[]): string {
  return kept({ strings, values: values.map((value) => (typeof value === 'number' ? value : String(value))) })
}

/** Several messages as one: `one; two`. */
export const sayAll = (messages: readonly string[], separator = '; '): string =>
  messages.length < 2
    ? (messages[0] ?? '')
    : kept({ strings: ['', ...messages.slice(1).map(() => separator), ''], values: messages })

/** `a, b or c` */
export function sayOr(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : say`${words.slice(0, -1).join(', ')} or ${last}`
}

/** Applies a change, such as cutting or redacting, to a message and each of its values. */
export function resaid(english: string, change: (text: string) => string): string {
  const changed = change(english)
  const message = messageOf(english)
  if (changed === english || message === undefined) return changed
  const values = message.values.map((value) => (typeof value === 'number' ? value : resaid(value, change)))
  return kept({ strings: message.strings, values }, changed)
}

/** A message with its parts, for another process or thread, or a later one. */
export type Sent = string | number | { strings: readonly string[]; values: readonly Sent[] }

export function sent(text: string | number): Sent {
  const message = typeof text === 'string' ? messageOf(text) : undefined
  return message === undefined ? text : { strings: message.strings, values: message.values.map(sent) }
}

export function received(message: Sent): string {
  if (typeof message !== 'object') return String(message)
  return kept({ strings: message.strings, values: message.values.map(received) })
}

function kept(message: Message, english = joined(message.strings, message.values)): string {
  // A single value between empty strings already has its parts.
  if (message.values.length === 0 || message.values.includes(english)) return english
  if (spoken.said[0].size >= MOST_SAID) spoken.said = [new Map(), spoken.said[0]]
  spoken.said[0].set(english, message)
  return english
}

const messageOf = (english: string): Message | undefined => spoken.said[0].get(english) ?? spoken.said[1].get(english)

const joined = (strings: readonly string[], values: readonly (string | number)[]): string =>
  strings.reduce((english, part, index) => english + values[index - 1] + part)

/**
 * A message, or a text that is data (the summary of a command, the title of a column), in the language of the texts, or else in
 * English.
 */
export function translated(english: string): string {
  const { texts } = spoken
  const message = texts && messageOf(english)
  // A description may stand within a sentence, without its full stop.
  if (message === undefined) return texts?.[english] ?? texts?.[`${english}.`]?.replace(/\.$/, '') ?? english
  const id = keyOf(message.strings)
  return filled(texts?.[id] ?? id, message.values.map(translatedValue))
}

/** A stored sentence of a bundle, as {@link translated}: the text with most of its letters provides its parts. */
export function translatedStored(english: string, depth = 0): string {
  const { texts } = spoken
  if (texts === undefined || depth > DEEPEST || messageOf(english) !== undefined || texts[english] !== undefined)
    return translated(english)
  for (const { id, strings } of templatesOf(texts)) {
    const values = valuesIn(english, strings)
    if (values === undefined) continue
    const shown = values.map((value) => (value.includes(' ') ? translatedStored(value, depth + 1) : value))
    // A sentence is translated whole or not at all.
    if (GENERAL.has(id) && shown.some((text, index) => text.includes(' ') && text === values[index])) continue
    return filled(
      texts[id] ?? id,
      shown.map((text, index) => (text === values[index] ? translatedValue(text) : text)),
    )
  }
  return english
}

interface Template {
  id: string
  strings: readonly string[]
}

const templates = new WeakMap<Texts, readonly Template[]>()

/** The texts with values: general ones first, then those with most letters of their own. */
function templatesOf(texts: Texts): readonly Template[] {
  const known = templates.get(texts)
  if (known !== undefined) return known
  const own = ({ strings }: Template) => strings.reduce((sum, { length }) => sum + length, 0)
  const made = Object.keys(texts)
    .map((id) => ({ id, strings: id.split(/\{\d\}/) }))
    .filter(({ strings }) => strings.length > 1 && strings.slice(1, -1).every(Boolean))
    .filter((each) => own(each) >= FEWEST_LETTERS || GENERAL.has(each.id))
    .sort((one, other) => Number(GENERAL.has(other.id)) - Number(GENERAL.has(one.id)) || own(other) - own(one))
  templates.set(texts, made)
  return made
}

/** Maximum nesting of messages. */
const DEEPEST = 4
/** Minimum letters of a text: shorter ones match unrelated sentences. */
const FEWEST_LETTERS = 8
/** Texts of almost only values, one of them a stored reason. */
const GENERAL: ReadonlySet<string> = new Set(['{0}: {1}', '{0}; {1}', 'only {0}'])

/** The shortest values of a sentence between the parts of a text; `undefined` if it does not match. */
function valuesIn(sentence: string, strings: readonly string[]): string[] | undefined {
  const [first = '', ...others] = strings
  const last = others.at(-1) ?? ''
  if (!sentence.startsWith(first) || !sentence.endsWith(last)) return undefined
  const values: string[] = []
  let start = first.length
  for (const [index, part] of others.entries()) {
    const end = index === others.length - 1 ? sentence.length - last.length : sentence.indexOf(part, start + 1)
    if (end <= start) return undefined
    values.push(sentence.slice(start, end))
    start = end + part.length
  }
  return values
}

/** A value of a message: a message itself, the name of an argument (`CODE`), or data, whose quotation marks are German. */
function translatedValue(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const isText = value.includes(' ') || /^[A-Z]+$/.test(value) || messageOf(value) !== undefined
  const text = isText ? translated(value) : value
  return text === value ? value.replace(/^"(.*)"$/s, '„$1“') : text
}

/** The key of a marked text. */
export const keyOf = (strings: readonly string[]): string =>
  strings.reduce((key, part, index) => `${key}{${index - 1}}${part}`)

/** A text with its values, in German with the words that go before them (`{0:des}`), and with localized days. */
export const filled = (text: string, values: readonly (string | number)[]): string =>
  text.replace(/\{(\d)(?::(\p{L}+))?\}/gu, (_, index, form) => {
    const value = localDate(String(values[Number(index)] ?? ''))
    return form === undefined ? value : inGerman(value, form)
  })

/** A day or a time as people of the language write it: `2026-03-29` in English, `29.03.2026` in German. Longer texts stay as they are. */
export function localDate(iso: string): string {
  const found = spoken.language === 'de' ? /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d)[\d:.]*Z)?$/.exec(iso) : null
  if (found === null) return iso
  const [, year, month, day, time] = found
  return `${day}.${month}.${year}${time === undefined ? '' : `, ${time} UTC`}`
}

/** Forms of `{0:des}` before a neuter, feminine or masculine law, and before a name of unknown gender. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  des: ['des ', 'der ', 'des ', 'von '],
  das: ['das ', 'die ', 'der ', ''],
}
const [NEUTER, FEMININE, MASCULINE, UNKNOWN] = [0, 1, 2, 3]

/** First or last nouns of names of laws, and last letters of abbreviations; the first match counts. */
const genders = (): readonly (readonly [gender: number, name: RegExp])[] => [
  [UNKNOWN, /§|^Art\b|^An(?:hang|lage)/],
  [MASCULINE, /^(?:Vertrag|Beschluss)\b|(?:^A?EUV|Vtr|vertrag)$/],
  [NEUTER, /^[VK]V(?: |$)|^EG(?=[A-Z][A-Za-z]*O$|HGB)/],
  [FEMININE, /^(?:Verordnung|Richtlinie)\b|^(?:\d+\. )?(?:DVO?|WO|ZO|ÄndV)(?=[A-Z -])/],
  [FEMININE, /[a-zäöüA-ZÄÖÜ\d](?:O|V|Bek|RL)$|(?:ordnung|MRK|HOAI|GOÄ|GOZ|konvention)$/],
  [NEUTER, /^Gesetz\b|(?:[\p{L}\d]G|GB|[ÜA]bk|gesetz|gesetzbuch|abkommen)$/u],
]

/** The number or the state after the name of a law: `SGB V`, `AuslfVtr AUS`. */
const ADDITION = /(?<=[\p{L}])[\s_-]*(?:\d[\d\s/-]*|\s[IVXL]+|\s[A-Z]{2,3}(?:\/[A-Z]{2})?)$/u
const MASCULINE_PART =
  /^(?:§(?!§)|Art|Abs|Unterabs|Satz|Halb|Teilsatz|Buchst|Doppelbuchst|Anhang|Erwägungsgrund|Abschnitt|Teil|Titel)/
const NEUTER_PART = /^(?:Buch\b|Kapitel|Zeichen|Inhalt)/

/** The value with the words that go before it. @param form `im`, `des`, `das`, `kein`, or `dativ` of a plural */
function inGerman(value: string, form: string): string {
  if (form === 'kein') return `kein${MASCULINE_PART.test(value) ? 'en' : NEUTER_PART.test(value) ? '' : 'e'} ${value}`
  if (form === 'dativ')
    return value === 'keine' ? 'keiner Norm' : value.replace(/(?<=^(?!1 ).*\p{L}(?:e|er|el))(?=$| )/gu, 'n')
  const name = value.replace(ADDITION, '')
  return (FORMS[form]?.[genders().find(([, pattern]) => pattern.test(name))?.[0] ?? UNKNOWN] ?? '') + value
}
