/** Designations that literature is filed or found under: `EzA § 1 KSchG Nr. 5`, `NJW 2010, 1234 § 5`, `BeckOK BGB/Name § 433`. */
import { chunkBefore, nameOf } from './chunks.ts'
import { looksLikeAbbreviation } from './law-like.ts'
import { Gap, TokenKind, type Tokens } from './tokens.ts'

/** Collections that file decisions under a norm, with or without the law in front of it. */
const COLLECTIONS = new Set(['AP', 'EzA', 'EzB', 'EzFamR', 'EzTöD', 'LAGE', 'LM', 'RzK', 'StRK', 'ZfB'])
/** Those that file them under a number and a norm: `SozR 4-2500 § 13 Nr. 5`, `SozR Nr 3 zu § 52 SGG`. */
const NUMBERED = new Set(['SozR', 'Buchholz'])
const JOURNALS =
  /^(?:AiB|AuR|BauR|BB|DAR|DB|DÖV|DStR|DStRE|DVBl|EuZW|FamRB|FamRZ|FuR|GRUR|HFR|JR|juris|JuS|JZ|K&R|KTS|MDR|MMR|NJ|NJOZ|NJW|NStZ|NVwZ|NZA|NZBau|NZG|NZI|NZM|NZS|NZV|RdA|StB|StV|UR|VersR|VRS|wistra|WM|WRP|WuM|ZfBR|ZGS|ZInsO|ZIP|ZMR|ZUM|ZVI)$/
/** The tokens between the name of a source and the norm. */
const LONGEST_KEY = 10

/**
 * Whether the designation at `index` is part of the place of a decision: in a collection, or behind the page of a journal
 * without anything between.
 */
export function isFiled(tokens: Tokens, index: number): boolean {
  let laws = 0
  for (let at = index - 1; at >= index - LONGEST_KEY && tokens.gap(at + 1) <= Gap.Line; at--) {
    const value = tokens.value(at)
    if (COLLECTIONS.has(value) && at + 2 >= index - 2 * laws) return true
    if (NUMBERED.has(value)) return at < index - 1
    if (JOURNALS.test(value))
      return laws === 0 && (value === 'juris' ? at === index - 1 : isPage(tokens, at + 1, index))
    const isJoint = /^(?:[.,-]|zu|Nrn?|und|u|RR)$/.test(value)
    if (isJoint || tokens.kind(at) === TokenKind.Number) continue
    if (laws > 0 || !looksLikeAbbreviation(value)) return false
    laws++
  }
  return false
}

/** `2010, 1234`: a year and a page, and nothing else, in front of the norm. */
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
/** The words between the commentary and the norm: `Palandt/Name, 75. Aufl. 2016,`, `BeckOK BGB/Name`. */
const LONGEST_PLACE = 12

/** Whether the designation at `index` stands behind the name of a commentary: `BeckOK BGB/Name § 433 Rn. 5`. */
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
