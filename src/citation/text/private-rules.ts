/** Rules that parties give themselves: contracts, terms, by-laws. A designation of one cites no law. */
import { Gap, type Tokens } from '../grammar/tokens.ts'
import { readChunk } from '../laws/chunks.ts'
import { ARTICLES, looksLikeAbbreviation } from '../laws/law-form.ts'

/** Endings of the nouns, with those of the genitive. */
const NOUNS =
  /(?:vertrag(?:e?s)?|verträgen?|satzung(?:en)?|vereinbarung(?:en)?|bedingungen|abrede|statuten|teilungserklärung)$/
/** Terms of business and the orders of houses, clubs and bodies; other words in `-ordnung` may be law. */
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
/** Bodies of the state, whose orders are law: `der Geschäftsordnung des Deutschen Bundestages`. */
const PUBLIC_BODY =
  /^(?:bundes(?!liga)|landes|landtag|vermittlungsausschu|verfassungsgericht|europäische|gerichtshof|kommission|parlament|rat(?:e?s)?$|gemeinde|stadt|kreis|bezirk)/

/** True if a lower-case word is the noun for a contract or the like. */
export const isPrivateNoun = (word: string) => NOUNS.test(word)

/**
 * True if a contract or the like follows a designation: `§ 3 des Mietvertrages`, `§ 7 unserer Satzung`, `§ 2 der AGB`. A law of
 * that name is looked for all the same.
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
