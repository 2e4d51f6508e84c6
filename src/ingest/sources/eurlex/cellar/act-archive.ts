/** Checks that an archive has the act that was asked for. */
import type { InputFile } from '../../../source.ts'
import { ArchiveError, type LawFile, type SiteArchive } from '../../site/site-archive.ts'
import { SourceFormatError } from '../../xml-tree.ts'
import { hasEnactingTerms, type ReadDocument, readDocument } from '../act-law.ts'
import { consolidatedCelex } from '../celex.ts'
import { type ActDocument, findActs } from '../documents.ts'
import { ACT_COPY, type ActVersion, folderOf } from './act-copy.ts'

/** Thrown if an archive has another language than was asked for. */
export class OtherLanguage extends Error {}

/** The files of an archive, with the language before their names. */
export function membersIn(archive: SiteArchive, language: string): LawFile[] {
  return archive.members.map(({ name, size }) => ({ name: `${language}/${name}`, size }))
}

/**
 * Finds a version in its archive.
 * @param language ISO 639-1
 * @throws ArchiveError if the archive has no act, or not this version; OtherLanguage
 */
export async function findVersion(
  archive: SiteArchive,
  { act, day }: ActVersion,
  language: string,
): Promise<ActDocument> {
  const files = archive.members.flatMap(({ name, size }, index): InputFile[] => {
    if (!ACT_COPY.archives.isDocument(name)) return []
    return [{ path: `${folderOf(act)}/${name}`, size, read: () => archive.read(index) }]
  })
  const { documents, limitations } = await findActs(files)
  const found = documents.find((each) => each.celex === act && each.isConsolidation === (day !== null))
  const isSame = found !== undefined && (day === null || found.day === day)
  if (!isSame) {
    const [other] = documents
    if (other !== undefined) throw new ArchiveError('parse_failed', `the archive has ${nameOf(found ?? other)}`)
    const reason = limitations[0]?.reason ?? 'only lists and annexes'
    throw new ArchiveError('unsupported_format', `there is no act in Formex 4 in the archive: ${reason}`)
  }
  if (found.language !== '' && found.language !== language) throw new OtherLanguage()
  return found
}

const nameOf = ({ celex, isConsolidation, day }: ActDocument) =>
  isConsolidation && day !== null ? consolidatedCelex(celex, day) : `${celex} as adopted`

/**
 * Tells whether a document may replace one that is kept.
 * @param kept finds the other one
 * @throws ArchiveError `parse_failed` if the build could not read it, or it lacks the enacting terms that the other one has
 */
export async function assertAsWhole(document: ActDocument, kept: () => Promise<ActDocument>): Promise<void> {
  if (hasEnactingTerms(await read(document))) return
  const other = await kept()
    .then(read)
    .catch((error) => {
      if (!(error instanceof ArchiveError)) throw error
    })
  if (other === undefined || !hasEnactingTerms(other)) return
  throw new ArchiveError('parse_failed', 'the archive has no articles, unlike the copy')
}

async function read(document: ActDocument): Promise<ReadDocument> {
  try {
    return await readDocument(document)
  } catch (error) {
    if (error instanceof SourceFormatError) throw new ArchiveError('parse_failed', error.message)
    throw error
  }
}
