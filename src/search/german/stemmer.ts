/**
 * The stemmer: CISTEM (Leonie Weissweiler and Alexander Fraser, "Developing a Stemmer for German Based on a Comparative
 * Analysis of Publicly Available Stemmers", GSCL 2017) in its case-insensitive form, for words whose umlauts are written
 * out. Some rules differ, so that fewer unrelated words share a stem (docs/decisions.md):
 * - `ge-` is removed only from participles (`gekündigt`): `Gefahr` is not `Fahr-`, `Geschäft` is not `Schaf`.
 * - `-t` is removed only if four letters remain: `haftet` is not `Hafen`.
 * - Endings that make nouns of verbs and adjectives are removed: `Kündigung`, `kündigt` and `gekündigt` are one term,
 *   because lawyers search for the noun and the law has the verb.
 * - `-nis` is the same with and without its second `s`: `Zeugnisse` is `Zeugnis`.
 * - After a prefix a vowel remains: `verwenden` is not `verwerten`, and `entsenden` not `Enten`.
 * - The `n` of verbs such as `rechnen` and `ordnen` stays: they are `Rechnung` and `Ordnung`, not `Recht` and `Orden`.
 * - Some words keep letters that look like endings: `hundert` is not `Hund`.
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
   recht lubd leit wand langt wandt dacht sondert ringst`.split(/\s+/),
)
const NOUN_SUFFIX = /(?:schaft|heit|keit|itat|ment)$/
/** The remainder of `-ung`, `-lichkeit`, `-keit` and `-heit` after other endings are removed. */
const NOUN_ENDING = /^(.{4,}?)(?:ung|lichkei|kei|hei)$/
const MAYBE_NOUN_ENDING = /(?:ung|hei|kei)$/
/** Stems unrelated to words in `-ung`: a `Zeitung` is not a `Zeit`. */
const NO_STEMS = new Set(
  `zeit satz sitz wahr buch stift richt gatt steuer bereicher erlauter auslager einlager verlager ablager aussteuer folger halter erneuer
   ausser`.split(/\s+/),
)

/** A remainder whose only vowel is in its prefix, or in a possible ending: `verw(e)`, `entse`. */
const PREFIX_ONLY =
  /^(?:ab|an|auf|aus|be|bei|durch|ein|ent|er|her|hin|mit|nach|uber|um|unter|ver|vor|zer|zu)(?:[^aeiouy]+e?|e)$/

/** Stems that would lose letters of their own, some to equal a law's abbreviation (`Lage`, LAG). They only lose inflections. */
const KEPT_STEMS = new Set(
  `achs agent auge bors brems fange front frost forst gegen gleis hals hundert internet kaiser konsens lage lins magnet mandant
   migrant mindest nacht neun neunt patent polster protest recht sachs schulter sicht sport statut tausend vollend wachs wander
   warn zehn zehnt`.split(/\s+/),
)
const [SHORTEST_KEPT, LONGEST_KEPT] = [4, 8]
const INFLECTIONS = new Set(
  'e en ens er ern es s n em t et ete eten te ten end ende ender enden endem endes ung'.split(' '),
)

/** Words whose regular stems belong to other words: `Rate` is not a form of `Rat`, nor `Säge` of `sagen`. */
const EXCEPTIONS = new Map([
  ['rate', 'rate'],
  ['raten', 'rate'],
  ['saege', 'saege'],
  ['saegen', 'saege'],
  ['sagen', 'sagen'],
])

/** Returns the stem of a word as `scanWords` spells it. A word with characters other than a to z is its own stem. */
export function stem(word: string): string {
  if (!LETTERS.test(word)) return word
  const exception = EXCEPTIONS.get(word)
  if (exception !== undefined) return exception
  const plain = word.replace(WRITTEN_UMLAUT, (letters) => letters.charAt(0)).replace(DOUBLED, 'nis')
  const [, participle] = PARTICIPLE.exec(plain) ?? []
  const isParticiple = participle !== undefined && !NO_PARTICIPLES.has(participle) && !NOUN_SUFFIX.test(participle)
  const inflected = isParticiple ? plain.slice(2) : plain
  const kept = keptStem(inflected)
  if (kept !== undefined) return kept
  const whole = cutEndings(inflected)
  if (!MAYBE_NOUN_ENDING.test(whole)) return whole
  const [, noun] = NOUN_ENDING.exec(whole) ?? []
  if (noun === undefined || NO_STEMS.has(noun)) return whole
  // Like the infinitive: `Verpflichtung`, `verpflichten`; `Lieferung`, `liefern`.
  if (whole.endsWith('erung')) return keptStem(noun) ?? cutEndings(noun)
  const verb = noun.length > 4 ? noun.replace(/t$/, '') : noun
  return PREFIX_ONLY.test(verb) ? noun : verb
}

function keptStem(word: string): string | undefined {
  for (let length = Math.min(word.length, LONGEST_KEPT); length >= SHORTEST_KEPT; length -= 1) {
    const stem = word.slice(0, length)
    if (KEPT_STEMS.has(stem) && (length === word.length || INFLECTIONS.has(word.slice(length)))) return stem
  }
  return undefined
}

/** The codes of the letters that endings and groups are made of. */
const [C, D, E, F, G, H, I, K, M, N, R, S, T] = Array.from('cdefghikmnrst', (letter) => letter.charCodeAt(0))

/** Letters after which `n` belongs to the stem: `ordn-`, `rechn-`, `eign-`, `trockn-`, `Zahn`. */
const BEFORE_N = new Set<number | undefined>([D, F, G, H, K])

/** Groups of letters that are one character while endings are removed, the second of two equal ones, and their letters. */
const SCH = 1
const EI = 2
const IE = 3
const SAME = 4
const LETTERS_IN = [1, 3, 2, 2, 1]

/** The groups of a word, and the end of each. A loop is several times as fast as regular expressions. */
let groups = new Uint8Array(128)
let ends = new Uint16Array(128)

/** Removes endings, with groups of letters as single characters. */
function cutEndings(word: string): string {
  const all = groupLetters(word)
  let length = all
  // The `n` of `Schuldner` and `Falkner` is not that of a verb.
  let isPerson = false
  while (length > 3) {
    const last = groups[length - 1]
    const before = groups[length - 2]
    if (length > 5 && ((before === E && (last === M || last === R)) || (before === N && last === D))) {
      if (PREFIX_ONLY.test(word.slice(0, ends[length - 3]))) break
      isPerson = last === R
      length -= 2
    } else if (last === E || last === S || (last === N && (isPerson || !BEFORE_N.has(before)))) length -= 1
    else if (last === T && (length > 5 || lettersIn(length) > 4)) {
      if (PREFIX_ONLY.test(word.slice(0, ends[length - 2]))) break
      length -= 1
    } else break
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
