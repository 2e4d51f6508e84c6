/** Norms of one law that are named together: `§§ 433, 434 Abs. 1`, `§§ 433 bis 435`, `433-435`, `§ 433 f.` */
import type { Designation } from '../citation/designation.ts'
import { type ListedDesignation, readDesignation, readDesignations } from '../citation/grammar/read-designation.ts'
import { formatElements, type NormPath, parseNormPath } from '../citation/norm-path.ts'
import { omissionNote } from '../citation/notes.ts'
import { valueIncludes, valueMembers } from '../citation/ranges.ts'
import type { Corpus, LawSummary } from '../corpus/corpus.ts'
import { LegalTextError } from '../errors.ts'
import { type LawNorms, lawNormsOf } from './law-norms.ts'
import { missingBoundMessage, unreadableRange } from './missing-norm.ts'
import { matchNorm } from './resolve-norm.ts'
import { selectSubdivisions } from './select-subdivision.ts'

export interface ListedNorm {
  /** Norm path, with the subdivision. */
  norm: string
  /** What is named and not given. */
  note?: string
}

/** A law, and the text that names norms of it. */
interface Request {
  corpus: Corpus
  lawNorms: LawNorms
  text: string
}

/**
 * The norms that a text names together, or why it names none: the norms between the bounds of a range, of `§ 433 f.` that and
 * the next one. A bound that does not exist is one more error.
 * @returns empty if the text names one norm, such as one label for several (`§§ 3 bis 6`), or cannot be read
 */
export async function listedNorms(
  corpus: Corpus,
  law: LawSummary,
  text: string,
): Promise<(ListedNorm | LegalTextError)[]> {
  const designations = readDesignations(text)
  const [first, ...others] = designations
  if (first === undefined || (others.length === 0 && !isSeries(first) && first.subdivisionTo === undefined)) return []
  const request = { corpus, lawNorms: lawNormsOf(corpus, law), text }
  if (await isOneLabel(request)) return []
  return (await Promise.all(designations.map((each) => membersOf(request, each)))).flat()
}

const isSeries = ({ to, following }: ListedDesignation) => to !== undefined || following === 'f'

async function isOneLabel({ lawNorms, text }: Request): Promise<boolean> {
  const label = readDesignation(text)?.norm[0]
  if (label === undefined || valueMembers(label.at(-1)?.value ?? '') === undefined) return false
  return (await lawNorms.endingIn([formatElements(label.slice(-1))])).length > 0
}

async function membersOf(request: Request, designation: ListedDesignation): Promise<(ListedNorm | LegalTextError)[]> {
  try {
    return isSeries(designation) ? await seriesOf(request, designation) : await partsOf(request, designation)
  } catch (error) {
    if (error instanceof LegalTextError) return [error]
    throw error
  }
}

/** @throws LegalTextError if there is none */
async function seriesOf(request: Request, designation: ListedDesignation): Promise<(ListedNorm | LegalTextError)[]> {
  const { corpus, lawNorms, text } = request
  const { norm: readings, to } = designation
  const paths = await lawNorms.membersOf({ ...designation, readings })
  if (paths === undefined) {
    const { norm } = await matchNorm(corpus, lawNorms, designation, text)
    const message = unreadableRange(readings[0]?.at(-1)?.value ?? '', to ?? '')
    return [{ norm: norm.norm }, new LegalTextError('invalid_input', message, { code: lawNorms.law.code })]
  }
  const reading = readings.find((elements) => elements.at(-1)?.kind === ownOf(paths[0])?.kind) ?? []
  const missing = (value: string | undefined, place: 'begins' | 'ends'): LegalTextError[] => {
    const member = ownOf(place === 'begins' ? paths[0] : paths.at(-1))
    const own = reading.at(-1)
    if (value === undefined || own === undefined || member === undefined) return []
    if (member.value === value || valueIncludes(member.value, value)) return []
    const bound = [...reading.slice(0, -1), { ...own, value }]
    const message = missingBoundMessage(lawNorms.law.abbreviation, bound, place)
    return [new LegalTextError('not_found', message, { code: lawNorms.law.code, norm: formatElements(bound) })]
  }
  return [
    ...missing(reading.at(-1)?.value, 'begins'),
    ...paths.map((path) => ({ norm: formatElements(path) })),
    ...missing(to, 'ends'),
  ]
}

const ownOf = (path: NormPath['norm'] | undefined) => path?.findLast(({ kind }) => kind !== 'seq')

/** The norm, or its parts in a range (`§ 14 Abs. 1 bis 3`). @throws LegalTextError if there is none */
async function partsOf({ corpus, lawNorms, text }: Request, designation: Designation): Promise<ListedNorm[]> {
  const { norm } = await matchNorm(corpus, lawNorms, designation, text)
  // Keep the number as it was asked for; the answer itself says that `§ 4` is one of `§§ 3 bis 6`.
  const wanted = designation.norm.find(
    (elements) => elements.at(-1)?.kind === ownOf(parseNormPath(norm.norm)?.norm)?.kind,
  )
  const path = valueMembers(ownOf(parseNormPath(norm.norm)?.norm)?.value ?? '')
    ? formatElements(wanted ?? [])
    : norm.norm
  const note = omissionNote(designation.qualifiers, designation.following)
  const whole = designation.subdivisionTo === undefined ? undefined : await corpus.norm(lawNorms.law.code, norm.norm)
  const parts = whole && selectSubdivisions(whole, designation).map((part) => part?.path ?? '')
  return (parts ?? [formatElements(designation.subdivision)]).map((part) => ({
    norm: [path, part].filter(Boolean).join('/'),
    ...(note !== undefined && { note }),
  }))
}
