/** Chooses among the documents of one act: which version and language is the law, and where its recitals come from. */
import { compareText } from '../values.ts'
import { type ActDocument, nameOf } from './documents.ts'

/** The documents of an act that become its law, and the others. */
export interface ChosenDocuments {
  /** The newest version, in the language of the law. */
  main: ActDocument
  /** True if it only holds from a later day, as all versions do. */
  isLater: boolean
  /** The act as adopted, if a consolidation is the law: it has the recitals. */
  adopted: ActDocument | undefined
  /** Older versions in the language of the law, oldest first: the act as adopted, if its day is known, and consolidations. */
  older: ActDocument[]
  /** Consolidations that no listed language has, if the law is the act as adopted. */
  unlisted: ActDocument[]
  /** Documents that are left out, with the reasons. */
  left: { document: ActDocument; reason: string }[]
}

/**
 * Chooses the law of an act: its newest consolidation in a listed language; else the act as adopted in one, since a text that
 * cannot be read is none; else whatever there is.
 * @param documents of one act, at least one
 * @param languages in the order of preference (ISO 639-1)
 * @param today ISO date: consolidations from later days do not hold yet; `null` if unknown
 */
export function choose(
  documents: readonly ActDocument[],
  languages: readonly string[],
  today: string | null,
): ChosenDocuments {
  const left: ChosenDocuments['left'] = []
  const leave = (document: ActDocument, reason: string) => left.push({ document, reason })
  const newestFirst = documents.toSorted(
    (a, b) => compareText(b.day ?? '', a.day ?? '') || compareText(b.sequence, a.sequence),
  )
  const single = new Map<string, ActDocument>()
  for (const document of newestFirst) {
    const { isConsolidation, day, language } = document
    const key = `${isConsolidation} ${isConsolidation ? day : ''} ${language}`
    const first = single.get(key)
    if (first !== undefined) leave(document, `${nameOf(first)} is the same version`)
    else single.set(key, document)
  }
  const usable = [...single.values()]
  const isListed = ({ language }: ActDocument) => languages.includes(language)
  const all = usable.filter(({ isConsolidation }) => isConsolidation)
  const originals = usable.filter(({ isConsolidation }) => !isConsolidation)
  const isAnyListed = all.some(isListed) || originals.some(isListed)
  const consolidations = isAnyListed ? all.filter(isListed) : all
  const isLater = ({ day }: ActDocument) => day !== null && today !== null && day > today
  // A text that holds from a later day is better than none: its law says so.
  const newest = consolidations.find((each) => !isLater(each)) ?? consolidations.at(-1)
  const sameDay = consolidations.filter(({ day }) => day === newest?.day)
  const main = best(sameDay.length > 0 ? sameDay : originals, languages) as ActDocument
  const adopted = main.isConsolidation ? best(originals, [main.language, ...languages]) : undefined
  const older = consolidations.filter((each) => {
    return each !== main && each.language === main.language && each.day !== null && !isLater(each)
  })
  const first = [...older, main].map(({ day }) => day ?? '').sort()[0] ?? ''
  if (adopted !== undefined && adopted.language === main.language && (adopted.day ?? first) < first) older.push(adopted)
  const taken = new Set([main, adopted, ...older])
  for (const document of usable) {
    if (taken.has(document)) continue
    const isOther = document.language !== main.language
    if (isOther) leave(document, `it is in the language ${document.language}; imported is ${nameOf(main)}`)
    else leave(document, document.day === null ? 'its day is not known' : `it only holds from ${document.day}`)
  }
  return {
    main,
    adopted,
    isLater: isLater(main),
    older: older.reverse(),
    unlisted: main.isConsolidation ? [] : all,
    left,
  }
}

/** The document in the most preferred language; languages that are not listed come last. */
function best(documents: readonly ActDocument[], languages: readonly string[]): ActDocument | undefined {
  const placeOf = ({ language }: ActDocument) => {
    const place = languages.indexOf(language)
    return place < 0 ? languages.length : place
  }
  return documents.toSorted((a, b) => placeOf(a) - placeOf(b) || compareText(a.language, b.language))[0]
}
