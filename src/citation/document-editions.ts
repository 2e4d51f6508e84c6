/** Editions that a text names once for all its citations of a law: `Vorschriften des XG werden in der Fassung … zitiert`. */
import { readChunk } from './chunks.ts'
import { type EditionWords, findEditions } from './edition.ts'
import { endsLikeLawName, looksLikeAbbreviation } from './law-like.ts'
import { nameOf } from './law-mentions.ts'
import { romanNumber } from './read-values.ts'
import { TokenKind, type Tokens } from './tokens.ts'

export interface DocumentEdition {
  words: string
  /** The laws as the sentence names them; empty for all laws. */
  names: string[]
  /** Where in the text it begins to hold. */
  from: number
}

/** How a sentence says that it speaks of more than one citation. */
const FOR_ALL =
  /(?:alle|sämtliche|Alle|Sämtliche)\s(?:[^\s.]+\s){0,2}?(?:Vorschriften|Paragra|Zitate|Angaben|Normen|§§|Bestimmungen|Artikel)|zitiert(?!\snach)|bezieh(?:en|t)\ssich|ohne\s(?:(?:nähere|weitere|andere|abweichende|gesonderte)\s|\p{L}*(?:angabe|bezeichnung|nennung|zusatz))|(?:sind|ist)(?:,[^.,]{0,80},)?\ssolche\s|(?:ist|sind|wird|werden|meint|meinen|gilt|gelten)\s(?:hier|im\s[Ff]olgenden|nachfolgend|nachstehend|stets|durchgängig|durchgehend)/u
/** Behind the words of an edition: `(im Folgenden: XG)`. */
const NAMED =
  /^[^.;§]{0,100}?[(–—,-]\s?(?:[Ii]m\s[Ff]olgenden|[Nn]achfolgend|[Nn]achstehend|[Kk]ünftig|[Ff]ortan)(?:\s(?:auch|nur|kurz|noch|als|stets))*\s?:?\s["„“»]?(?<name>\p{L}[\p{L}\d/-]*(?:\s(?:[IVX]+|\d{1,2}))?)/u
const LONGEST_SENTENCE = 400
/** A text does not say it more often. */
const MOST = 50

/** The editions that a text names for all its citations, or for those of some laws. Linear in its length. */
export function findDocumentEditions(text: string, tokens: Tokens): DocumentEdition[] {
  const found: DocumentEdition[] = []
  for (const edition of findEditions(text)) {
    const named = NAMED.exec(text.slice(edition.end, edition.end + LONGEST_SENTENCE))?.groups?.name
    if (named !== undefined) found.push({ words: edition.text, names: [named], from: edition.end })
    const [start, end] = sentenceAround(text, edition)
    if (FOR_ALL.test(text.slice(start, end))) {
      found.push({ words: edition.text, names: lawsIn(tokens, start, end, edition), from: 0 })
    }
    if (found.length >= MOST) break
  }
  return found
}

/** `[start, end)` of the sentence, dots of numbers and abbreviations aside. */
function sentenceAround(text: string, { start, end }: EditionWords): [number, number] {
  const from = Math.max(0, start - LONGEST_SENTENCE)
  const ends = [...text.slice(from, start).matchAll(/(?<=\p{Ll}{3}[)"“]?)[.!?](?=\s)|\n\s*\n|\ufffc/gu)]
  const last = ends.at(-1)
  const behind = /(?<=\p{Ll}{2}[)"“]?)[.!?](?=\s|$)|\n\s*\n|\ufffc/u.exec(text.slice(end, end + LONGEST_SENTENCE))
  return [last === undefined ? from : from + last.index + 1, end + (behind?.index ?? LONGEST_SENTENCE)]
}

/** What in a sentence may be the name of a law, the words of the edition aside. */
function lawsIn(tokens: Tokens, start: number, end: number, edition: EditionWords): string[] {
  const names: string[] = []
  for (let index = tokens.at(start); tokens.start(index) < end && tokens.kind(index) !== TokenKind.End; index++) {
    if (tokens.start(index) >= edition.start && tokens.start(index) < edition.end) continue
    const chunk = readChunk(tokens, index)
    if (chunk === undefined) continue
    const { text } = nameOf(tokens, index, chunk.next)
    const isName =
      looksLikeAbbreviation(text) || (/^\p{Lu}/u.test(text) && endsLikeLawName(text) && !/^Gesetz/.test(text))
    const book = isName && romanNumber(tokens.value(chunk.next)) !== undefined
    if (isName) names.push(book ? nameOf(tokens, index, chunk.next + 1).text : text)
    index = chunk.next - 1
  }
  return names
}
