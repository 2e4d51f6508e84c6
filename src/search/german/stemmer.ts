/**
 * The stemmer: CISTEM (Leonie Weissweiler and Alexander Fraser, "Developing a Stemmer for German Based on a Comparative
 * Analysis of Publicly Available Stemmers", GSCL 2017) in its case-insensitive form, for words whose umlauts are written
 * out. Four rules differ, so that fewer unrelated words share a stem; on queries with known answers both forms do equally
 * well (docs/search.md):
 * - `ge-` is removed only from participles (`gekündigt`): `Gefahr` is not `Fahr-`, `Geschäft` is not `Schaf`.
 * - `-t` is removed only if four letters remain: `haftet` is not `Hafen`.
 * - Endings that make nouns of verbs and adjectives are removed: `Kündigung`, `kündigt` and `gekündigt` are one term,
 *   because lawyers search for the noun and the law has the verb.
 * - `-nis` is the same with and without its second `s`: `Zeugnisse` is `Zeugnis`.
 */

/** `ae`, `oe`, `ue` that may stand for an umlaut; `ue` after a vowel or `q` (`neue`, `Quelle`) does not. */
const WRITTEN_UMLAUT = /ae|oe|(?<![aeq])ue/g
const LETTERS = /^[a-z]+$/
/** `-nis` doubles its `s` before other endings: `Zeugnisse`. */
const DOUBLED = /nisse[ns]?$/

/** A weak participle in any inflection: `gekündigt`, `gezahlten`. */
const PARTICIPLE = /^ge(.{3,}t)(?:e[nmrs]?)?$/
/** Words that only look like participles, without their `ge`. */
const NO_PARTICIPLES = new Set(
  `richt halt walt schaft biet bot wicht rat burt stalt sicht bet mut spenst fecht flecht schlecht rust rucht dicht samt
   recht lubd leit wand`.split(/\s+/),
)
const NOUN_SUFFIX = /(?:schaft|heit|keit|itat|ment)$/
/** The rest of `-ung`, `-lichkeit`, `-keit` and `-heit` after other endings are removed. */
const NOUN_ENDING = /^(.{4,}?)(?:ung|lichkei|kei|hei)$/
/** Stems that words in `-ung` are not related to: a `Zeitung` is no `Zeit`. */
const NO_STEMS = new Set('zeit satz sitz wahr buch stift richt gatt'.split(' '))

/** Returns the stem of a word as `scanWords` spells it. A word with other characters than a to z is its own stem. */
export function stem(word: string): string {
  if (!LETTERS.test(word)) return word
  const plain = word.replace(WRITTEN_UMLAUT, (letters) => letters.charAt(0)).replace(DOUBLED, 'nis')
  const [, participle] = PARTICIPLE.exec(plain) ?? []
  const isParticiple = participle !== undefined && !NO_PARTICIPLES.has(participle) && !NOUN_SUFFIX.test(participle)
  const whole = cutEndings(isParticiple ? plain.slice(2) : plain)
  const [, noun] = NOUN_ENDING.exec(whole) ?? []
  if (noun === undefined || NO_STEMS.has(noun)) return whole
  // The verb has lost its `t`, too: `Verpflichtung`, `verpflichten`.
  return noun.length > 4 ? noun.replace(/t$/, '') : noun
}

/** Removes endings; meanwhile groups of letters are one character. */
function cutEndings(word: string): string {
  let rest = word.replaceAll('sch', '$').replaceAll('ei', '%').replaceAll('ie', '&').replace(/(.)\1/g, '$1*')
  while (rest.length > 3) {
    const ending = rest.length > 5 ? /(?:e[mr]|nd|[tesn])$/ : lettersIn(rest) > 4 ? /[tesn]$/ : /[esn]$/
    const shorter = rest.replace(ending, '')
    if (shorter === rest) break
    rest = shorter
  }
  return rest.replace(/(.)\*/g, '$1$1').replaceAll('&', 'ie').replaceAll('%', 'ei').replaceAll('$', 'sch')
}

const lettersIn = (rest: string) => rest.replaceAll('$', '***').replace(/[%&]/g, '**').length
