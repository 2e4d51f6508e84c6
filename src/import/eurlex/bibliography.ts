/** Reads the bibliographic data of an act: type, dates of adoption and consolidation, amendments and corrections. */

import { actNumber, numberNames } from '../../citation/laws/act-number.ts'
import type { Promulgation } from '../../model/corpus.ts'
import { isoDate } from '../../util/iso-date.ts'
import { childElement, childElements, lineOfText, type XmlElement } from '../xml-tree.ts'
import { actCelex, fullCelex } from './celex.ts'
import { CONSOLIDATION } from './format.ts'
import { lineWithoutNotes } from './formex-text.ts'

/** An act that amended or corrected another one. */
export interface RelatedAct {
  celex: string
  /** Type and number: `Regulation (EC) No 280/2009`; `undefined` for a corrigendum or a treaty. */
  name: string | undefined
  /** Day of adoption; `null` if the source does not state it. */
  adoptedOn: string | null
  /** Number and page in the Official Journal: `OJ L 127, 23.5.2018, p. 2`. */
  reference: string
}

export interface Bibliography {
  title: string
  adoptedOn: string | null
  promulgation: Promulgation | null
  /** Day from which a consolidation applies; `null` for other documents. */
  consolidatedOn: string | null
  amendments: RelatedAct[]
  corrections: RelatedAct[]
  /** Set if the act is repealed, with the repealing act (CELEX) if the source states it in a known form. */
  repeal: { by: string | undefined } | undefined
  /** Invalid dates, as written in the source. */
  badDates: string[]
}

/** Reads the bibliographic data at the beginning of an act. */
export function readBibliography(root: XmlElement): Bibliography {
  const isConsolidation = root.name === CONSOLIDATION
  const document = isConsolidation ? childElement(root, 'CONS.DOC') : root
  const info = childElement(root, 'INFO.CONSLEG')?.attributes ?? {}
  const instance = childElement(document, 'BIB.INSTANCE')
  const family = childElement(document, 'FAM.COMP')
  const data = childElement(family, 'BIB.DATA')
  const published = isConsolidation ? childElement(data, 'BIB.INSTANCE.CONS') : instance
  const adopted = isConsolidation
    ? (childElement(data, 'DATE') ?? childElement(instance, 'DATE'))
    : childElement(instance, 'DATE')
  return {
    title: titleOf(childElement(document, 'TITLE')) || titleOf(childElement(data, 'TITLE')),
    adoptedOn: dateOf(adopted),
    promulgation: promulgationOf(published, isConsolidation ? dateOf(childElement(published, 'DATE')) : null),
    consolidatedOn: isConsolidation ? dayFrom(info['START.DATE']) : null,
    amendments: modifyingActs(family),
    corrections: [family, ...childElements(childElement(family, 'GR.MOD.ACT'), 'MOD.ACT')].flatMap((of) =>
      childElements(childElement(of, 'GR.CORRIG'), 'CORRIG').map(relatedAct),
    ),
    repeal: info.END === 'REPEALED' ? { by: actCelex(info['SOURCE.END'] ?? '') } : undefined,
    badDates: [...badDays(info['START.DATE']), ...badDatesIn(instance), ...badDatesIn(family)],
  }
}

function modifyingActs(of: XmlElement | undefined): RelatedAct[] {
  return childElements(childElement(of, 'GR.MOD.ACT'), 'MOD.ACT').flatMap((act) => [
    relatedAct(act),
    ...modifyingActs(act),
  ])
}

function relatedAct(act: XmlElement): RelatedAct {
  const data = childElement(act, 'BIB.DATA')
  const published = childElement(data, 'BIB.INSTANCE.CONS')
  const place = promulgationOf(published, dateOf(childElement(published, 'DATE')))
  const celex = fullCelex(lineOfText(childElement(data, 'NO.CELEX')))
  const number = actNumber(celex)
  const language = lineOfText(childElement(childElement(published, 'DOCUMENT.REF.CONS'), 'LG.OJ')).toLowerCase()
  return {
    celex,
    name: number && numberNames(number, titleOf(childElement(data, 'TITLE')), language)?.display,
    adoptedOn: dateOf(childElement(data, 'DATE')),
    reference: place === null ? '' : `${place.gazette} ${place.reference}`,
  }
}

/** Returns the title of an act on one line, without notes. */
export function titleOf(title: XmlElement | undefined): string {
  return lineWithoutNotes(title).replace(/\s+([),.;:])/g, '$1')
}

/** Name of the Official Journal by language, and the word for a page. */
const ENGLISH_JOURNAL: [name: string, page: string] = ['OJ', 'p.']
const JOURNALS: ReadonlyMap<string, typeof ENGLISH_JOURNAL> = new Map([
  ['de', ['ABl.', 'S.']],
  ['fr', ['JO', 'p.']],
])

/** @param publishedOn day of the issue, if the data states it apart from the number */
function promulgationOf(published: XmlElement | undefined, publishedOn: string | null): Promulgation | null {
  const place = childElement(published, 'DOCUMENT.REF.CONS') ?? childElement(published, 'DOCUMENT.REF')
  const series = lineOfText(childElement(place, 'COLL'))
  const language = lineOfText(childElement(place, 'LG.OJ')).toLowerCase()
  if (series === '') return null
  const [journal, pageWord] = JOURNALS.get(language) ?? ENGLISH_JOURNAL
  const issue = lineOfText(childElement(place, 'NO.OJ')).replace(/^0+/, '')
  const number = childElement(place, 'NO.DOC')
  const year = lineOfText(childElement(number, 'YEAR'))
  const current = lineOfText(childElement(number, 'NO.CURRENT'))
  const page = lineOfText(childElement(published, 'PAGE.FIRST'))
  const day = publishedOn?.split('-').map(Number).reverse().join('.')
  // Since October 2023 each act is an issue of its own, with its number and without common pages.
  const parts =
    issue === ''
      ? [`${year}/${current}`, day]
      : [
          day === undefined ? `${issue}/${lineOfText(childElement(place, 'YEAR'))}` : issue,
          day,
          page && `${pageWord} ${page}`,
        ]
  return { gazette: `${journal} ${series}`, reference: parts.filter(Boolean).join(', '), also: [] }
}

function dateOf(element: XmlElement | undefined): string | null {
  return dayFrom(element?.attributes.ISO)
}

/** Parses a day in Formex, `20160504`; `null` if it is invalid. */
export function dayFrom(text: string | undefined): string | null {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text ?? '') ?? []
  return isoDate(Number(year), Number(month), Number(day))
}

const badDays = (text: string | undefined) => (text && dayFrom(text) === null ? [text] : [])

/** Returns the invalid dates below an element. */
export function badDatesIn(element: XmlElement | undefined): string[] {
  return (element?.children ?? []).flatMap((child) => {
    if (typeof child === 'string') return []
    return child.name === 'DATE' ? badDays(child.attributes.ISO) : badDatesIn(child)
  })
}
