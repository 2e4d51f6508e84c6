/**
 * Stems of German words: CISTEM (Leonie Weissweiler and Alexander Fraser, "Developing a Stemmer for German Based on a
 * Comparative Analysis of Publicly Available Stemmers", GSCL 2017) in its case-insensitive form, on words whose umlauts
 * are written out. Beyond CISTEM, the endings that turn verbs and adjectives into nouns are cut, so that `Kündigung`,
 * `Kündigungen`, `kündigt` and `gekündigt` are one term: lawyers ask for the noun where the law has the verb.
 */

/** `ae`, `oe`, `ue` that may stand for an umlaut; behind a vowel or `q` (`neue`, `Quelle`) `ue` does not. */
const WRITTEN_UMLAUT = /ae|oe|(?<![aeq])ue/g
const LETTERS = /^[a-z]+$/
/** What CISTEM leaves of `-ung`, `-lichkeit`, `-keit` and `-heit`. */
const NOUN_ENDING = /(?<=.{5})(?:ung|lichkei|kei|hei)$/

/**
 * The stem of a word as `scanWords` gives it. A word with anything but the letters a to z (a number, a name in another
 * script) is its own stem.
 */
export function stem(word: string): string {
  if (!LETTERS.test(word)) return word
  return cistem(word.replace(WRITTEN_UMLAUT, (letters) => letters.charAt(0))).replace(NOUN_ENDING, '')
}

/** CISTEM's steps, in their order. Signs stand for letters that go together while endings are cut. */
function cistem(word: string): string {
  let rest = word
    .replace(/^ge(?=.{4})/, '')
    .replaceAll('sch', '$')
    .replaceAll('ei', '%')
    .replaceAll('ie', '&')
    .replace(/(.)\1/g, '$1*')
  while (rest.length > 3) {
    const ending = rest.length > 5 ? /(?:e[mr]|nd|[tesn])$/ : /[tesn]$/
    const shorter = rest.replace(ending, '')
    if (shorter === rest) break
    rest = shorter
  }
  return rest.replace(/(.)\*/g, '$1$1').replaceAll('&', 'ie').replaceAll('%', 'ei').replaceAll('$', 'sch')
}
