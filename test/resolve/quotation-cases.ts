/** Sentences of briefs with quotations drawn from the norms of a corpus: exact ones, with each permitted change, and wrong ones. */
import { splitSentences } from '../../src/citation/sentences.ts'
import type { Norm } from '../../src/model/corpus.ts'
import type { Random } from '../citation/random.ts'

export interface QuotationCase {
  kind: string
  verdict: 'exact' | 'altered' | 'elsewhere' | 'not_found'
  text: string
}

/** A sentence of a law, with the citation of its norm. */
interface Sentence {
  cite: string
  words: string
}

/** Sentences to draw from: on one line, with enough words to be distinct. */
export function sentencesOf(norms: readonly Norm[]): Sentence[] {
  return norms.flatMap((norm) => {
    if (
      norm.status !== 'in_force' ||
      norm.language !== 'de' ||
      !/^(?:§|Art)/.test(norm.label) ||
      !/^(?:par|art):[\da-z]+$/.test(norm.norm)
    )
      return []
    const own = norm.text.split('\n').flatMap((line) => {
      const text = line.replace(/^\(\d+[a-z]?\)\s*/, '')
      return splitSentences(text).map(([start, end]) => text.slice(start, end).trim())
    })
    return own.filter(isDrawn).map((words) => ({ cite: `${norm.label} ${norm.abbreviation}`, words }))
  })
}

const isDrawn = (sentence: string) => {
  const count = sentence.split(/\s+/).length
  return count >= 9 && count <= 45 && /^\p{Lu}.*\.$/u.test(sentence) && !/[„“"»«[\]…;:\d§]|\.\./u.test(sentence)
}

/** Sentence templates: `§` is the citation, `„“` the quotation. */
const FRAMES: readonly ((cite: string, words: string) => string)[] = [
  (cite, words) => `${cite} lautet: „${words}“ Daran fehlt es hier.`,
  (cite, words) => `Der Anspruch besteht. „${words}“ (${cite}) Die Klage ist begründet.`,
  (cite, words) => `Maßgeblich ist ${cite}: »${words}«`,
  (cite, words) => `In ${cite} heißt es: "${words}"`,
  (cite, words) => `„${words}“, so ${cite}.`,
  (cite, words) => `Die Vorschrift des ${cite} („${words}“) ist einschlägig.`,
  (cite, words) => `Der Wortlaut von ${cite} ist eindeutig:\n\n> ${words}\n\nDem ist nichts hinzuzufügen.`,
  (cite, words) => `Die Klägerin beruft sich auf ${cite}: „${words}“`,
  (cite, words) => `Es gilt:\n\n> ${words} (${cite})\n\nDas ist erfüllt.`,
]

const middle = (words: readonly string[]) => Math.floor(words.length / 2)
const edit = (text: string, change: (words: string[]) => void) => {
  const words = text.split(' ')
  change(words)
  return words.join(' ')
}

/** Changes that a quotation may contain. */
const PERMITTED: Readonly<Record<string, (words: string) => string>> = {
  'omission in brackets': (text) => edit(text, (words) => words.splice(middle(words), 2, '[…]')),
  'omission in round brackets': (text) => edit(text, (words) => words.splice(middle(words), 2, '(…)')),
  omission: (text) => edit(text, (words) => words.splice(3, 2, '…')),
  'omission of three stops': (text) => edit(text, (words) => words.splice(4, 1, '[...]')),
  insertion: (text) => edit(text, (words) => words.splice(middle(words), 0, '[des Beklagten]')),
  'replaced by an insertion': (text) => edit(text, (words) => words.splice(middle(words), 1, '[der Beklagte]')),
  'case at the beginning': (text) => text.charAt(0).toLowerCase() + text.slice(1),
  'case in brackets': (text) => `[${text.charAt(0).toLowerCase()}]${text.slice(1)}`,
  emphasis: (text) => edit(text, (words) => words.splice(middle(words), 1, `**${words[middle(words)]}**`)),
  'quotation marks within': (text) =>
    edit(text, (words) => words.splice(middle(words), 1, `‚${words[middle(words)]}‘`)),
  'line break': (text) =>
    edit(text, (words) => words.splice(middle(words), 2, `${words[middle(words)]}\n${words[middle(words) + 1]}`)),
  hyphenation: (text) => text.replace(/(\p{L}{4})(\p{Ll}{4,})/u, '$1-\n$2'),
  'soft hyphens': (text) => text.replace(/(\p{L}{4})(\p{Ll}{4,})/gu, '$1\u00ad$2'),
  'old spelling': (text) =>
    text
      .replace(/\bdass\b/g, 'daß')
      .replace(/\bmuss\b/g, 'muß')
      .replaceAll('ß', 'ss'),
  'new spelling': (text) => text.replaceAll('ß', 'ss').replaceAll('selbständig', 'selbstständig'),
  'number of the sentence': (text) => `²${text}`,
  'mark of a footnote': (text) => edit(text, (words) => words.splice(middle(words), 1, `${words[middle(words)]}¹`)),
  'number of the Absatz': (text) => `(2) ${text}`,
  'no-break spaces': (text) => text.replaceAll(' ', '\u00a0'),
  'without its stop': (text) => text.slice(0, -1),
  'a part': (text) => text.split(' ').slice(1, 9).join(' ').replace(/[,.]$/, ''),
}

const FOREIGN = ['Regenschirm', 'niemals', 'Gartenzwerg', 'versehentlich', 'lila', 'Kapitänspatent']

/** Changes to one word. */
const ALTERATIONS: Readonly<Record<string, (words: string) => string>> = {
  'one word replaced': (text) =>
    edit(text, (words) => words.splice(middle(words), 1, FOREIGN[text.length % FOREIGN.length] as string)),
  'one word left out': (text) => edit(text, (words) => words.splice(middle(words), 1)),
  'one word added': (text) =>
    edit(text, (words) => words.splice(middle(words), 0, FOREIGN[text.length % FOREIGN.length] as string)),
  'two words exchanged': (text) =>
    edit(text, (words) =>
      words.splice(middle(words), 2, words[middle(words) + 1] as string, words[middle(words)] as string),
    ),
  'first word replaced': (text) => edit(text, (words) => words.splice(0, 1, 'Niemals')),
  'last word replaced': (text) => edit(text, (words) => words.splice(-1, 1, 'unterbleiben.')),
}

const INVENTED = [
  'Der Leuchtturmwärter schenkt jedem Besucher einen Becher heißen Kakao und lächelt dabei.',
  'Wer seinen Nachbarn am Sonntag durch lautes Trompetenspiel weckt, backt ihm einen Kuchen.',
  'Verlorene Handschuhe sind paarweise zu trocknen und dem Bürgermeister persönlich vorzulegen.',
  'Die Tauben auf dem Marktplatz dürfen nur von gelben Bänken aus gefüttert werden.',
]

/** Draws cases: a fifth each exact, altered, from elsewhere and invented, the rest exact with a permitted change. */
export function drawCases(sentences: readonly Sentence[], draw: Random, count: number): QuotationCase[] {
  const kinds = [...Object.entries(PERMITTED), ...Object.entries(ALTERATIONS)]
  return Array.from({ length: count }, (_, index): QuotationCase => {
    const { cite, words } = draw.of(sentences)
    const frame = FRAMES[index % FRAMES.length] as (typeof FRAMES)[number]
    const made = (kind: string, verdict: QuotationCase['verdict'], quoted: string) => ({
      kind,
      verdict,
      text: frame(cite, quoted),
    })
    const turn = index % 10
    if (turn < 2) return made('exact', 'exact', words)
    if (turn === 2)
      return made(
        'elsewhere',
        'elsewhere',
        draw.of(sentences.filter((each) => each.cite !== cite && each.words !== words)).words,
      )
    if (turn === 3) return made('invented', 'not_found', draw.of(INVENTED))
    const place = Math.floor(index / 10) * 6 + turn - 4
    const [kind, change] = kinds[place % kinds.length] as (typeof kinds)[number]
    return made(kind, kind in ALTERATIONS ? 'altered' : 'exact', change(words))
  })
}
