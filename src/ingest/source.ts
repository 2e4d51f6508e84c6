/** What a source family hands to the build, whatever its format: laws, norms and what could not be read. */
import { foldName } from '../citation/laws/law-names.ts'
import type { Alias, NormAddress, ParsedFinding, ParsedLaw, ParsedLimitation } from '../corpus/parsed-law.ts'
import type { Input } from './input.ts'

/** A form in which laws come: one folder of `sources`. */
export interface SourceFamily {
  name: string
  /** What its inputs look like, for messages: `laws.json and norms.json`. */
  form: string
  /** Whether an input is of this family. Cheap: the names of its files tell. */
  recognise(input: Input): Promise<boolean>
  /** @throws LegalTextError `invalid_input` where the input as a whole is of no use */
  open(input: Input): Promise<Source>
}

/** An input that a family has opened. */
export interface Source {
  /** How many laws it has, those included that will turn out to be unreadable. */
  lawCount: number
  /** What is known not to be had before a law is read. */
  limitations: ParsedLimitation[]
  /** What is known to be wrong before a law is read. */
  findings: ParsedFinding[]
  /** Reads the laws, in the order of their codes. @param signal ends the work */
  laws(signal: AbortSignal | undefined): AsyncIterable<SourceLaw>
  /** Citations that the source states as such; empty for most. */
  statedCitations: StatedCitation[]
  /** What the source tells of the laws of the states, as it tells it: JSON. */
  stateLawCoverage?: unknown
}

/** One law as it was read. */
export interface SourceLaw {
  /** `undefined` for one that cannot be read: the limitations say why. */
  law: ParsedLaw | undefined
  /** Why it is not imported; empty for one that is. */
  limitations: ParsedLimitation[]
  /** What is wrong with one that is imported. */
  findings: ParsedFinding[]
}

/** A citation that a source states, without saying where in the text it stands. */
export interface StatedCitation {
  /** How the source calls it, or where it states it: `relationships.json[3]`. */
  name: string
  sourceFamily: string
  citing: NormAddress
  cited: NormAddress
  /** The part of the cited norm, as a path. */
  subdivision: string | null
}

/** Every name once, at its strongest rank, in the order given. */
export function strongestAliases(aliases: readonly Alias[]): Alias[] {
  const strongest = new Map<string, Alias>()
  for (const alias of aliases) {
    const key = foldName(alias.name)
    if (key !== '' && (strongest.get(key)?.rank ?? Number.POSITIVE_INFINITY) > alias.rank) strongest.set(key, alias)
  }
  return [...strongest.values()]
}

/** The source family of a source that is of none: a file in a format that no family reads. */
export const NO_FAMILY = 'none'

/** One document of a source, ready to be parsed. */
export interface SourceDocument {
  code: string
  /** Code and file name, for messages. */
  path: string
  /** Where it is offered, `null` if that is not known. */
  sourceUrl: string | null
  /** Folder of its pages on the official site, if that is known. */
  pages?: string | undefined
  /** Further titles that the source's table of contents gives. */
  titles: string[]
  /** When it was fetched (ISO 8601), where that is known of it alone. */
  fetchedAt?: string | undefined
}
