/** The full reference of a law, as theses and journals give it: title, day, gazette, new wording, last amendment. */
import type { GazetteReference, Law } from '../model/corpus.ts'

type Referred = Pick<Law, 'title' | 'promulgated_on' | 'promulgation' | 'status_notes'>

const KINDS: Readonly<Record<string, readonly [genitive: string, accusative: string]>> = {
  G: ['des Gesetzes', 'Gesetz'],
  V: ['der Verordnung', 'Verordnung'],
  'Bek.': ['der Bekanntmachung', 'Bekanntmachung'],
}
/** An act in the notes of gesetze-im-internet.de: `Art. 1 G v. 29.3.2026 I Nr. 83`. */
const ACT =
  /(Art\. [^GVB]{1,30} )?\b(G|V|Bek\.) v(?:\.|om) (\d{1,2}\.\d{1,2}\.(\d{4})) (I{1,2}) ([^;]+(?:; \d{4}[^;]+)*)/g

/** The pages of another year: `; 2003, 738`, `; 2006 I 431` */
const FURTHER = /; (\d{4}),? (I{1,2} )?(?=\d)/g

/**
 * `Bürgerliches Gesetzbuch vom 18.8.1896 (RGBl. S. 195), neugefasst durch Bekanntmachung vom 2.1.2002 (BGBl. I S. 42), zuletzt
 * geändert durch Art. 1 des Gesetzes vom 29.3.2026 (BGBl. 2026 I Nr. 83)`. In German in any language: it is quoted as written.
 */
export function referenceOf({ title, promulgated_on: day, promulgation, status_notes }: Referred): string {
  const year = day?.slice(0, 4) ?? ''
  // Titles of acts of the Union, and of some laws, have the day.
  const isDated = day === null || title.includes(year)
  const gazette = promulgation === null ? '' : ` (${placeOf(promulgation, year)})`
  const abbreviation = (promulgation?.gazette ?? 'BGBl').replace(/^RGBl/, 'BGBl').split(' ', 1)[0] ?? ''
  const of = (type: string) => status_notes.filter((note) => note.type === type).map(({ text }) => text)
  const amended = [...of('Neuf'), ...of('Stand').slice(-1)].map((text) => {
    const written = text.replace(ACT, (_, article = '', kind: string, date: string, ofYear: string, part, place) => {
      const names = KINDS[kind] as readonly [string, string]
      const gazette = placeOf(
        { gazette: `${abbreviation} ${part}`, reference: `${ofYear}, ${place.trim().replace(FURTHER, '; $1 $2S. ')}` },
        ofYear,
      )
      return `${article}${names[article === '' ? 1 : 0]} vom ${date} (${gazette})`
    })
    return written.replace(/[;\s]+$/, '').replace(/^(?:Neugefasst|Zuletzt)/, (word) => word.toLowerCase())
  })
  return [`${title}${isDated ? '' : ` vom ${germanDay(day)}`}${gazette}`, ...amended].join(', ')
}

/** `BGBl. I S. 42`; with the year if it is not that of the act, or pages are not counted: `BGBl. 2026 I Nr. 83` */
function placeOf({ gazette, reference }: GazetteReference, year: string): string {
  const [, own = '', place = ''] = /^(\d{4}), (.+)$/.exec(reference) ?? []
  const [, name = '', part = ''] = /^(\S*Bl)(?: (\S+))?$/.exec(gazette) ?? []
  if (place === '' || name === '') return [gazette, reference].filter(Boolean).join(' ')
  const isNumbered = place.startsWith('Nr.')
  return [`${name}.`, isNumbered || own !== year ? own : '', part, isNumbered ? place : `S. ${place}`]
    .filter(Boolean)
    .join(' ')
}

const germanDay = (iso: string) => iso.split('-').reverse().map(Number).join('.')
