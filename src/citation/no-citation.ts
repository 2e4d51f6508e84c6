/** Designations that cite no law: keys of collections of decisions, places in commentaries, parts of contracts. */
import { ARTICLES } from './law-like.ts'
import { readFollowing } from './read-values.ts'
import { TokenKind, type Tokens } from './tokens.ts'

/** Loose-leaf collections that file decisions under a number and a norm: `Buchholz 406.11 § 9 BauGB Nr. 74`. */
const FILED_BY_NUMBER = new Set(['buchholz', 'sozr'])
/** Collections that file them under a norm with a number in front: `AP Nr. 7 zu Art. 12 GG`. */
const FILED_BY_NORM = new Set(['ap', 'eza', 'lm', 'nv', 'hfr', 'ezfamr', 'ezb'])
/** The tokens between the name of a collection and the norm: `Nrn. 22 und 28 zu`. */
const LONGEST_KEY = 8

/** Whether the designation at `index` is part of the place of a decision in a collection. */
export function isReporterKey(tokens: Tokens, index: number): boolean {
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

/** Words in front of the number of a note in a book: `Palandt, BGB, 75. Aufl., § 241 Rn. 5`. */
const NOTES = new Set(
  (
    'rn rnr rnrn rdn rdnr rdnrn rz rzn tz anm anmerkung randnr randnummer randnummern randziffer randziffern textziffer ' +
    'erl fn fußn fußnote'
  ).split(' '),
)

/**
 * The index behind the note at `index` where the designation before it is a place in a commentary, or `index` where it is
 * none: `§ 74 Anm. 13`, `§ 433 Rn. 5 ff. BGB`.
 */
export function behindNote(tokens: Tokens, index: number): number {
  const number = tokens.is(index + 1, '.') ? index + 2 : index + 1
  if (!NOTES.has(tokens.word(index)) || tokens.kind(number) !== TokenKind.Number) return index
  return readFollowing(tokens, number + 1)?.next ?? number + 1
}

const PRIVATE_NOUNS = ['vertrag', 'vertrags', 'vertrages', 'satzung', 'vereinbarung', 'bedingungen']
/** Whether a word in lower case is that of a contract or the like. */
export const isPrivateNoun = (word: string) => PRIVATE_NOUNS.some((ending) => word.endsWith(ending))
/** What stands behind the noun where it is a treaty or a contract that is law: `des Vertrages über die …`. */
const OF_TREATIES = new Set(['über', 'zur', 'zum', 'zwischen', 'von', 'vom', 'betreffend', 'gegen', 'für'])
/** Contracts by the kind of their parties or of what they are about, which are never law. */
const CONTRACTS =
  /^(?:arbeits|anstellungs|ausbildungs|bau|darlehens|dienst|gesellschafts|haus|heim|kauf|lizenz|makler|miet|pacht|praxis|reise|tarif|versicherungs|werk)\p{L}*(?:vertrag|vereinbarung|bedingung|satzung)(?:s|es|en)?$/u

/** Whether what stands behind a designation is a contract or the like: `§ 3 des Mietvertrages`, `§ 10 der Satzung`. */
export function isPrivate(tokens: Tokens, index: number): boolean {
  const article = ARTICLES.has(tokens.word(index)) || /^(?:dieses|dieser|seines|ihres)$/.test(tokens.word(index))
  const noun = tokens.word(index + 1)
  if (!article || !isPrivateNoun(noun)) return false
  return CONTRACTS.test(noun) || !OF_TREATIES.has(tokens.word(index + 2))
}
