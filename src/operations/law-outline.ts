/** Partial outlines of laws: of one part, or of the upper levels. */
import { say } from '../i18n/texts.ts'
import type { Corpus, Law, LawHeading, NormSummary, PartialOutline, PartOfLaw } from '../model/corpus.ts'
import { extentOf, findPart, type LawPart } from '../resolve/law-part.ts'
import { nameInput, wholeNumber } from './operation.ts'

/** The inputs that select the content of an outline. */
export const partInput = nameInput(say`the heading of a part`, 300)
  .optional()
  .describe('Only the part of the law under this heading: `Buch 2 Abschnitt 8`. Its designation, its title or both.')

/** Upper bound of the levels of a law. */
const MAX_DEPTH = 20

export const depthInput = wholeNumber(1, MAX_DEPTH)
  .optional()
  .describe(`Only the upper levels of headings and norms, 1 to ${MAX_DEPTH}. Default: all.`)

/** The law with a code listed by the corpus. */
export async function lawWithCode(corpus: Corpus, code: string): Promise<Law> {
  const law = await corpus.law(code)
  if (law === undefined) throw new Error(`the corpus lists the law ${code} but does not hold it`)
  return law
}

/**
 * Cuts a law down to one part, to its upper levels, or both.
 * @throws LegalTextError as `findPart`
 */
export function outlineOf(
  law: Law,
  { depth, part }: { depth?: number | undefined; part?: string | undefined },
): PartialOutline {
  let outline: PartialOutline = law
  if (part !== undefined) {
    const found = findPart(law, part)
    const norms = law.norms.slice(found.start, found.end)
    outline = { ...law, structure: within(found), norms, part: partAnswer(law, found) }
  }
  return depth === undefined ? outline : { ...outline, ...upperLevels(outline, depth), depth }
}

/** A part, in the form of answers. */
export function partAnswer({ norms }: Pick<Law, 'norms'>, part: LawPart): PartOfLaw {
  const place = part.place.map(({ kind, number, title, label, footnotes }) => ({
    kind,
    number,
    title,
    label,
    footnotes,
  }))
  return { place, extent: extentOf(norms, part.place.at(-1) as LawHeading) }
}

/** The headings under a part, with levels and norms relative to it. */
function within({ place, headings, start }: LawPart): LawHeading[] {
  return headings.map((heading) => ({
    ...heading,
    level: heading.level - place.length,
    start: heading.start - start,
    end: heading.end - start,
  }))
}

/** The headings and norms with fewer than `depth` headings above them. Norms are counted among the remaining ones. */
function upperLevels(
  { norms, structure }: Pick<Law, 'norms' | 'structure'>,
  depth: number,
): Pick<Law, 'norms' | 'structure'> {
  const deepest = structure.filter(({ level }) => level === depth - 1)
  const isBelow = new Set(deepest.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)))
  const remaining: NormSummary[] = []
  const before = [0]
  for (const [index, norm] of norms.entries()) {
    if (!isBelow.has(index)) remaining.push(norm)
    before.push(remaining.length)
  }
  const headings = structure.filter(({ level }) => level < depth)
  const among = (index: number) => before[index] as number
  return {
    norms: remaining,
    structure: headings.map((heading) => ({
      ...heading,
      start: among(heading.start),
      end: among(heading.end),
      extent: extentOf(norms, heading),
    })),
  }
}
