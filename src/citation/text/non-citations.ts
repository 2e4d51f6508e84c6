/** Designations that do not cite a law: keys of collections of decisions, places in commentaries. */

import { readFollowing } from '../grammar/read-tokens.ts'
import { Gap, TokenKind, type Tokens } from '../grammar/tokens.ts'
import { chunkBefore, nameOf, readChunk } from '../laws/chunks.ts'
import { ARTICLES, looksLikeAbbreviation } from '../laws/law-form.ts'

/** Loose-leaf collections that file decisions under a number and a norm: `Buchholz 406.11 § 9 BauGB Nr. 74`. */
const FILED_BY_NUMBER = new Set(['buchholz', 'sozr'])
/** Collections that file decisions under a norm after a number: `AP Nr. 7 zu Art. 12 GG`. */
const FILED_BY_NORM = new Set(['ap', 'eza', 'lm', 'nv', 'hfr', 'ezfamr', 'ezb'])
/** Maximum number of tokens between the name of a collection and the norm: `Nrn. 22 und 28 zu`. */
const LONGEST_KEY = 8

/** True for the key of a decision in a collection. */
function isReporterKey(tokens: Tokens, index: number): boolean {
  let at = index - 1
  const norm = tokens.word(at) === 'zu'
  if (norm) at--
  for (let length = 0; length < LONGEST_KEY; length++, at--) {
    const word = tokens.word(at)
    if ((norm ? FILED_BY_NORM : FILED_BY_NUMBER).has(word)) return length > 0
    const counts = norm && ['nr', 'nrn', 'und', 'u'].includes(word)
    const joins = tokens.is(at, '.') || tokens.is(at, ',') || tokens.is(at, '-')
    if (tokens.kind(at) !== TokenKind.Number && !counts && !joins) return false
  }
  return false
}

/** Words before the number of a note in a book: `Palandt, BGB, 75. Aufl., § 241 Rn. 5`. */
const NOTES = new Set(
  (
    'rn rnr rnrn rdn rdnr rdnrn rz rzn tz anm anmerkung randnr randnummer randnummern randziffer randziffern textziffer ' +
    'erl fn fußn fußnote'
  ).split(' '),
)

/**
 * Returns the index after the note at `index`, which makes the previous designation a place in a commentary (`§ 74 Anm. 13`,
 * `§ 433 Rn. 5 ff. BGB`); else `index`.
 */
export function skipNote(tokens: Tokens, index: number): number {
  const number = tokens.is(index + 1, '.') ? index + 2 : index + 1
  if (!NOTES.has(tokens.word(index)) || tokens.kind(number) !== TokenKind.Number) return index
  return readFollowing(tokens, number + 1)?.next ?? number + 1
}

/** Collections that file decisions under a norm, with or without the law before it. */
const COLLECTIONS = new Set(['AP', 'EzA', 'EzB', 'EzFamR', 'EzTöD', 'LAGE', 'LM', 'RzK', 'StRK', 'ZfB'])
/** Collections that file decisions under a number and a norm: `SozR 4-2500 § 13 Nr. 5`, `SozR Nr 3 zu § 52 SGG`. */
const FILED_BY_NUMBER_AND_NORM = new Set(['SozR', 'Buchholz'])
const JOURNALS =
  /^(?:AiB|AuR|BauR|BB|DAR|DB|DÖV|DStR|DStRE|DVBl|EuZW|FamRB|FamRZ|FuR|GRUR|HFR|JR|juris|JuS|JZ|K&R|KTS|MDR|MMR|NJ|NJOZ|NJW|NStZ|NVwZ|NZA|NZBau|NZG|NZI|NZM|NZS|NZV|RdA|StB|StV|UR|VersR|VRS|wistra|WM|WRP|WuM|ZfBR|ZGS|ZInsO|ZIP|ZMR|ZUM|ZVI)$/
/** Maximum number of tokens between the name of a source and the norm. */
const LONGEST_SOURCE = 10

/**
 * True if the designation at `index` is part of the reference of a decision: in a collection, or directly after the page of a
 * journal.
 */
export function isFiled(tokens: Tokens, index: number): boolean {
  if (isReporterKey(tokens, index)) return true
  let laws = 0
  for (let at = index - 1; at >= index - LONGEST_SOURCE && tokens.gap(at + 1) <= Gap.Line; at--) {
    const value = tokens.value(at)
    if (COLLECTIONS.has(value) && at + 2 >= index - 2 * laws) return true
    if (FILED_BY_NUMBER_AND_NORM.has(value)) return at < index - 1
    if (JOURNALS.test(value))
      return laws === 0 && (value === 'juris' ? at === index - 1 : isPage(tokens, at + 1, index))
    const isConnective = /^(?:[.,-]|zu|Nrn?|und|u|RR)$/.test(value)
    if (isConnective || tokens.kind(at) === TokenKind.Number) continue
    if (laws > 0 || !looksLikeAbbreviation(value)) return false
    laws++
  }
  return false
}

/** `2010, 1234`: only a year and a page before the norm. */
function isPage(tokens: Tokens, index: number, end: number): boolean {
  const rest = tokens.text.slice(tokens.start(index), tokens.start(end))
  return /^(?:-?RR )?\s*(?:1[89]|20)\d\d,\s*\d+(?:\s*\(\d+\))?\s+$/.test(rest)
}

/** Commentaries and handbooks by the first word of their name, in lower case. */
const COMMENTARIES = new Set(
  (
    'palandt grüneberg staudinger soergel erman jauernig mükobgb müko mükozpo mükostgb mükohgb mükoinso münchkomm münchkommbgb ' +
    'münchenerkommentar beckok beckogk jurispk erfk hwk zöller thomas musielak baumbach wieczorek hopt fischer schönke ' +
    'lackner kopp eyermann sodan redeker schoch stelkens knack maunz jarass dreier blümich tipke hübschmann kasskomm ' +
    'uhlenbruck keidel ingerl köhler ströbele fezer benkard schulte meyer-goßner löwe karlsruher systematischer'
  ).split(' '),
)
/** `MüKoBGB/Westermann`, `jurisPK-BGB/Name`, `NK-StGB/Name`, `KK-StPO/Name` */
const SERIES = /^(?:MüKo|MünchKomm|BeckO(?:K|GK)|juris-?PK|Hk?-|HK-|NK-|KK-|LK-|SK-|BK-)/
/** Maximum number of words between the commentary and the norm: `Palandt/Name, 75. Aufl. 2016,`, `BeckOK BGB/Name`. */
const LONGEST_PLACE = 12

/** True if the name of a commentary precedes the designation at `index`: `BeckOK BGB/Name § 433 Rn. 5`. */
export function isInCommentary(tokens: Tokens, index: number): boolean {
  for (let at = index; at > index - LONGEST_PLACE && tokens.gap(at) <= Gap.Line; ) {
    const first = chunkBefore(tokens, at)
    if (first !== undefined) {
      const { text } = nameOf(tokens, first, at)
      if (COMMENTARIES.has(tokens.word(first)) || SERIES.test(text)) return true
      const isPlace =
        /^(?:\d+|Aufl|Auflage|Bd|Band|Stand|Kommentar|in|z|zum|zur)$/.test(text) || tokens.is(first - 1, '/')
      if (!isPlace && !/\p{Lu}/u.test(text)) return false
      at = first
    } else if (/^[.,()/]$/.test(tokens.value(at - 1))) at--
    else return false
  }
  return false
}

/** Endings of the nouns, including the genitive. */
const NOUNS =
  /(?:vertrag(?:e?s)?|verträgen?|satzung(?:en)?|vereinbarung(?:en)?|bedingungen|abrede|statuten|teilungserklärung)$/
/** Terms of business and rules of houses, clubs and bodies; other words in `-ordnung` may be law. */
const TERMS = /^(?:\p{L}+-)?agbs?$|geschäftsbedingungen$/u
const ORDERS = /^(?:geschäfts|haus|gemeinschafts|vereins|verbands|beitrags|finanz|spiel|sport|platz|park|bade)ordnung$/
/** Compounds that are never law. */
const CONTRACTS =
  /^(?:arbeits|anstellungs|ausbildungs|bau|darlehens|dienst|gesellschafts|haus|heim|kauf|lizenz|makler|miet|pacht|praxis|reise|tarif|versicherungs|werk)\p{L}*(?:vertrag|vereinbarung|bedingung|satzung)(?:s|es|en)?$/u

/** Words before the noun, besides articles: `unserer Satzung`, `dieses Vertrages`. */
const DETERMINERS =
  /^(?:diese[rs]|jene[rs]|unsere[rs]|unsre[rs]|eure[rs]|(?:m|d|s)eine[rs]|ihre[rs]|eine[rs]|jeweilige[nr])$/
/** `der Allgemeinen Geschäftsbedingungen`, `der beigefügten AGB` */
const ADJECTIVE = /^(?:(?:[Aa]llgemeine|[Bb]esondere|[Ee]rgänzende|[Zz]usätzliche)[nr]|\p{Ll}{3,}(?:en|er))$/u
const MOST_ADJECTIVES = 2

/** Words after the noun of a treaty, or of a contract that is law: `des Vertrages über die …`. */
const OF_TREATIES = new Set(['über', 'zur', 'zum', 'zwischen', 'von', 'vom', 'betreffend', 'gegen', 'für'])
/** Public bodies, whose rules are law: `der Geschäftsordnung des Deutschen Bundestages`. */
const PUBLIC_BODY =
  /^(?:bundes(?!liga)|landes|landtag|vermittlungsausschu|verfassungsgericht|europäische|gerichtshof|kommission|parlament|rat(?:e?s)?$|gemeinde|stadt|kreis|bezirk)/

/** True if a lower-case word is a noun for a contract or the like. */
export const isPrivateNoun = (word: string) => NOUNS.test(word)

/**
 * True if a contract or the like follows a designation: `§ 3 des Mietvertrages`, `§ 7 unserer Satzung`, `§ 2 der AGB`. A law of
 * that name is still looked up.
 */
export function isPrivate(tokens: Tokens, index: number): boolean {
  if (!ARTICLES.has(tokens.word(index)) && !DETERMINERS.test(tokens.word(index))) return false
  let at = index + 1
  let noun = readPrivateNoun(tokens, at)
  for (let words = 0; words < MOST_ADJECTIVES && noun === undefined && isAdjective(tokens, at); words++) {
    noun = readPrivateNoun(tokens, ++at)
  }
  if (noun === undefined) return false
  if (CONTRACTS.test(noun.word) || TERMS.test(noun.word)) return true
  const { next } = noun
  return !OF_TREATIES.has(tokens.word(next)) && !isOfPublicBody(tokens, next) && !isAbbreviated(tokens, next)
}

function readPrivateNoun(tokens: Tokens, index: number): { word: string; next: number } | undefined {
  // `AGB-Banken` is one word, which the gazetteer knows.
  const chunk = readChunk(tokens, index)
  if (chunk === undefined) return undefined
  const word = tokens.slice(chunk.first, chunk.next).toLowerCase()
  return isPrivateNoun(word) || TERMS.test(word) || ORDERS.test(word) ? { word, next: chunk.next } : undefined
}

const isAdjective = (tokens: Tokens, index: number) =>
  ADJECTIVE.test(tokens.value(index)) && tokens.gap(index) <= Gap.Line

function isOfPublicBody(tokens: Tokens, index: number): boolean {
  if (!ARTICLES.has(tokens.word(index))) return false
  const body = tokens.word(index + 1) === 'deutschen' ? index + 2 : index + 1
  return PUBLIC_BODY.test(tokens.word(body))
}

/** `der Geschäftsordnung (GO-BT)` */
function isAbbreviated(tokens: Tokens, index: number): boolean {
  return tokens.is(index, '(') && looksLikeAbbreviation(tokens.value(index + 1))
}
