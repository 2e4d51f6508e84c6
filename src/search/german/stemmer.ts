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
const MAYBE_NOUN_ENDING = /(?:ung|hei|kei)$/
/** Stems that words in `-ung` are not related to: a `Zeitung` is no `Zeit`. */
const NO_STEMS = new Set('zeit satz sitz wahr buch stift richt gatt'.split(' '))

/** Returns the stem of a word as `scanWords` spells it. A word with other characters than a to z is its own stem. */
export function stem(word: string): string {
  if (!LETTERS.test(word)) return word
  const plain = word.replace(WRITTEN_UMLAUT, (letters) => letters.charAt(0)).replace(DOUBLED, 'nis')
  const [, participle] = PARTICIPLE.exec(plain) ?? []
  const isParticiple = participle !== undefined && !NO_PARTICIPLES.has(participle) && !NOUN_SUFFIX.test(participle)
  const whole = cutEndings(isParticiple ? plain.slice(2) : plain)
  if (!MAYBE_NOUN_ENDING.test(whole)) return whole
  const [, noun] = NOUN_ENDING.exec(whole) ?? []
  if (noun === undefined || NO_STEMS.has(noun)) return whole
  // The verb has lost its `t`, too: `Verpflichtung`, `verpflichten`.
  return noun.length > 4 ? noun.replace(/t$/, '') : noun
}

/** The codes of the letters that endings and groups are made of. */
const [C, D, E, H, I, M, N, R, S, T] = Array.from('cdehimnrst', (letter) => letter.charCodeAt(0))

/** Groups of letters that are one character while endings are removed, the second of two equal ones, and their letters. */
const SCH = 1
const EI = 2
const IE = 3
const SAME = 4
const LETTERS_IN = [1, 3, 2, 2, 1]

/** The groups of a word, and where each of them ends. A loop is several times as fast as regular expressions. */
let groups = new Uint8Array(128)
let ends = new Uint16Array(128)

/** Removes endings; meanwhile groups of letters are one character. */
function cutEndings(word: string): string {
  const all = groupLetters(word)
  let length = all
  while (length > 3) {
    const last = groups[length - 1]
    const before = groups[length - 2]
    if (length > 5 && ((before === E && (last === M || last === R)) || (before === N && last === D))) length -= 2
    else if (last === E || last === S || last === N) length -= 1
    else if (last === T && (length > 5 || lettersIn(length) > 4)) length -= 1
    else break
  }
  return length === all ? word : word.slice(0, ends[length - 1])
}

/** Fills `groups` and `ends`. @returns the number of groups */
function groupLetters(word: string): number {
  if (word.length > groups.length) {
    groups = new Uint8Array(word.length)
    ends = new Uint16Array(word.length)
  }
  let count = 0
  for (let place = 0; place < word.length; ) {
    const letter = word.charCodeAt(place)
    const next = word.charCodeAt(place + 1)
    let group = letter
    if (letter === S && next === C && word.charCodeAt(place + 2) === H) group = SCH
    else if (letter === E && next === I) group = EI
    else if (letter === I && next === E && word.charCodeAt(place + 2) !== I) group = IE
    place += LETTERS_IN[group] ?? 1
    groups[count] = count > 0 && groups[count - 1] === group ? SAME : group
    ends[count] = place
    count += 1
  }
  return count
}

/** The letters of the first groups. */
function lettersIn(length: number): number {
  let letters = 0
  for (let place = 0; place < length; place += 1) letters += LETTERS_IN[groups[place] as number] ?? 1
  return letters
}
