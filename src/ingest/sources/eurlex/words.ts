/** Words of acts by language: those that headings begin with, and labels of what the source does not label. */

/** Kinds of headings by the first word, folded; the more special ones first. */
const HEADING_WORDS: [pattern: RegExp, kind: string][] = [
  [
    /^(?:sub-?section|unterabschnitt|sous-section|subsección|sottosezione|onderafdeling|subsecção|pododdział)\b/,
    'subsection',
  ],
  [/^(?:subchapter|unterkapitel|sous-chapitre)\b/, 'subchapter'],
  [/^(?:section|abschnitt|sección|sezione|afdeling|secção|sekcja|oddział|avsnitt|afsnit)(?![\p{L}])/u, 'section'],
  [/^(?:chapter|kapitel|chapitre|capítulo|capo|hoofdstuk|rozdział|kapitola|capitolul|luku)(?![\p{L}])/u, 'chapter'],
  [/^(?:title|titel|titre|título|titolo|tytuł|avdelning|afsnit)(?![\p{L}])/u, 'title'],
  [/^(?:part|teil|partie|parte|deel|część|del)(?![\p{L}])/u, 'part'],
  [/^(?:book|buch|livre|libro|boek)(?![\p{L}])/u, 'book'],
]

/** Returns the kind of a heading by its designation: `CHAPTER I` -> `chapter`; `heading` for words. */
export function headingKind(label: string): string {
  const folded = label.toLowerCase().trim()
  return HEADING_WORDS.find(([pattern]) => pattern.test(folded))?.[1] ?? 'heading'
}

interface Labels {
  recital: string
  preamble: string
  entry: string
  closing: string
  contents: string
}

const LABELS: Record<string, Labels> = {
  de: {
    recital: 'Erwägungsgrund',
    preamble: 'Präambel',
    entry: 'Eingangsformel',
    closing: 'Schlussformel',
    contents: 'Inhaltsverzeichnis',
  },
  en: {
    recital: 'Recital',
    preamble: 'Preamble',
    entry: 'Enacting formula',
    closing: 'Closing formula',
    contents: 'Table of contents',
  },
  fr: {
    recital: 'Considérant',
    preamble: 'Préambule',
    entry: 'Formule d’adoption',
    closing: 'Formule finale',
    contents: 'Table des matières',
  },
}

/** Labels of what the source does not label, in English for languages that are not listed. */
export function labelsOf(language: string): Labels {
  return (Object.hasOwn(LABELS, language) ? LABELS[language] : LABELS.en) as Labels
}
