/**
 * Reads the notice of an act: its metadata in RDF/XML ("Retrieve the RDF/XML formatted metadata for a given resource", Cellar
 * end-user manual).
 */
import { SaxesParser } from 'saxes'
import { isoDate } from '../../../util/iso-date.ts'
import { ArchiveError, isPage } from '../../site/site-archive.ts'
import { decode } from '../../xml-tree.ts'

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'

/** A consolidation that a notice names. */
export interface ListedConsolidation {
  /** ISO date. */
  day: string
  /** Its names below `/resource/`, `celex/02016R0679-20160504` first. */
  names: string[]
}

/**
 * Lists the consolidations of an act, oldest first.
 *
 * A notice names them by CELEX number, by `consolidation/2016R0679%2F20160504`, or both, as objects of
 * `resource_legal_consolidated_by_act_consolidated` and `resource_legal_basis_for_act_consolidated`, neither of which is
 * complete, and of `owl:sameAs`. Beside them are consolidations of the acts that this act amends. Therefore every resource
 * counts whose name has the number of this act.
 * @param celex of the act
 * @throws ArchiveError `unsupported_format` if it is no RDF/XML; `parse_failed` if it is cut or broken, or of another act
 */
export function readNotice(bytes: Uint8Array, celex: string): ListedConsolidation[] {
  const days = new Map<string, Set<string>>()
  const number = celex.slice(1)
  let isAbout = false
  const add = (address: string) => {
    const name = resourceName(address)
    if (name === `celex/${celex}`) isAbout = true
    const [, act, year, month, date] = CONSOLIDATION.exec(name ?? '') ?? []
    const day = isoDate(Number(year), Number(month), Number(date))
    if (act !== number || day === null) return
    const names = days.get(day) ?? new Set<string>()
    days.set(day, names.add(name as string))
  }
  parseRdf(bytes, add)
  if (!isAbout) throw new ArchiveError('parse_failed', `the notice is not of ${celex}`)
  return [...days]
    .map(([day, names]) => {
      const own = `celex/0${number}-${day.replaceAll('-', '')}`
      const others = [...names].filter((name) => name !== own && !IS_PART.test(name))
      return { day, names: [own, ...others.sort()] }
    })
    .sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** `celex/02016R0679-20160504`, `consolidation/2016R0679/20160504`, and a part of it: `…/20160504_0000020`. */
const CONSOLIDATION = /^(?:celex\/0|consolidation\/)([^/]+)[-/](\d{4})(\d\d)(\d\d)(?:_\d+)?$/
const IS_PART = /_\d+$/

/** What follows `/resource/` in the address of a resource of Cellar. */
function resourceName(address: string): string | undefined {
  const [, path] = /^https?:\/\/[^/]+\/resource\/((?:celex|consolidation)\/.+)$/.exec(address) ?? []
  try {
    return path && decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** @param onResource called with the address of every subject and object */
function parseRdf(bytes: Uint8Array, onResource: (address: string) => void): void {
  const head = Buffer.from(bytes.subarray(0, 512)).toString('latin1')
  const refuse = (found: string): never => {
    throw new ArchiveError('unsupported_format', `${found} was sent instead of a notice in RDF/XML`)
  }
  if (bytes.length === 0) refuse('nothing')
  if (isPage(bytes)) refuse('an HTML page')
  if (!/^(\xef\xbb\xbf)?\s*</.test(head)) refuse('something else')
  const fail = (reason: string): never => {
    throw new ArchiveError('parse_failed', `the notice is cut or broken: ${reason}`)
  }
  const parser = new SaxesParser<{ xmlns: true }>({ xmlns: true })
  let isRoot = true
  parser.on('error', (error) => fail(error.message))
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (isRoot && (local !== 'RDF' || uri !== RDF)) refuse(`XML with the document element <${local}>`)
    isRoot = false
    for (const each of Object.values(attributes)) {
      if (each.uri === RDF && (each.local === 'about' || each.local === 'resource')) onResource(each.value)
    }
  })
  for (const chunk of decode(bytes, fail)) parser.write(chunk)
  parser.close()
}
