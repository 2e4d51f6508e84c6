/** Spaces of German legal text at which no line breaks: a designation stays beside its number. */

/** What stands before a number or a letter, and beside it on its line. */
const BEFORE_NUMBERS = new Set(
  [
    ['Art. Artikel Artikels Artikeln Abs. Absatz Absatzes Absätze Absätzen Unterabs. UAbs. Unterabsatz'],
    ['Satz Satzes Sätze Sätzen S. Hs. Halbs. Halbsatz Nr. Nrn. Nummer Nummern Ziff. Ziffer Ziffern'],
    ['Buchst. Buchstabe Buchstaben Anl. Anlage Anlagen Anh. Anhang Anhangs Kap. Kapitel Kapitels'],
    ['Abschn. Abschnitt Abschnitts Teil Teils Titel Titels Buch Buches Tab. Tabelle Spalte Zeile'],
    ['Rn. Rdnr. Tz. Fn. BGBl. RGBl. ABl.'],
  ]
    .flat()
    .flatMap((words) => words.split(' ')),
)

/** A number, a letter as lists have it (`a`, `aa`, `A`) or a Roman number, with what closes it. */
const NUMBER = /^(?:\d.*|([a-z])\1{0,2}|[A-Z]|[IVXLC]+)[).,;:“”"]*$/
const FOLLOWING = /^ff?\.?[).,;:]*$/
const UNIT = /^[%‰€°](?!\p{L})/u
const MONTH = /^(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)(?!\p{L})/u
const SHORT = /^\p{L}\.$/u
const OPENING = /^[([„‚"»]+/

/** Whether a space between two words holds. */
export function holds(before: string, after: string): boolean {
  const word = before.replace(OPENING, '')
  // A dash at the start of a line would look like the mark of a list item; what stands for left out text belongs to a word.
  if (/^§+$/.test(word) || after === '–' || after === '…' || word === '…' || UNIT.test(after)) return true
  if (BEFORE_NUMBERS.has(word)) return NUMBER.test(after)
  if (FOLLOWING.test(after)) return /\d/.test(word)
  // 10 000
  if (/^\d{3}(?!\d)/.test(after) && /(?<!\d)\d{1,3}$/.test(word)) return true
  if (/^\d{1,2}\.$/.test(word)) return MONTH.test(after)
  // z. B., i. V. m.
  return SHORT.test(word) && /^\p{L}\./u.test(after)
}
