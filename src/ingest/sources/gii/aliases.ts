/** The names by which a law of the official XML is found. */
import { nameVariants } from '../../../citation/law-name.ts'
import { ALIAS_RANKS, type Alias } from '../../../corpus/parsed-law.ts'
import { strongestAliases } from '../../source.ts'
import curated from './curated-aliases.json' with { type: 'json' }
import { childElement, lineOfText, type XmlElement } from './xml-reader.ts'

export interface LawNames {
  /** The abbreviation that is shown: the official one (`amtabk`), else that of the database (`jurabk`). */
  abbreviation: string
  title: string
  shortTitle: string
}

/** Reads the names in the `metadaten` of a law's header. */
export function readLawNames(metadata: XmlElement | undefined): LawNames {
  const text = (name: string) => lineOfText(childElement(metadata, name))
  return { abbreviation: text('amtabk') || text('jurabk'), title: text('langue'), shortTitle: text('kurzue') }
}

/** Abbreviations in general use that the data lacks, by code. */
const curatedAliases = new Map<string, string[]>(Object.entries(curated))

/**
 * All names of a law with their ranks, each once at its strongest rank.
 * @param code the official slug
 * @param abbreviations every `jurabk` of the document
 * @param titles further titles, from the table of contents of the site
 */
export function lawAliases(code: string, names: LawNames, abbreviations: string[], titles: string[]): Alias[] {
  const official = [names.abbreviation, ...abbreviations]
  const candidates: Alias[] = [
    ...[...official, ...(curatedAliases.get(code) ?? [])].map((name) => ({ name, rank: ALIAS_RANKS.abbreviation })),
    // The `_` of a slug stands for a letter that is lost, so that `s_g` (SÜG) must not be found as `SG`.
    ...(code.includes('_') ? [] : [{ name: code, rank: ALIAS_RANKS.abbreviation }]),
    ...[names.shortTitle, names.title, ...titles].map((name) => ({ name, rank: ALIAS_RANKS.title })),
    ...official.flatMap(nameVariants).map((name) => ({ name, rank: ALIAS_RANKS.derived })),
  ]
  return strongestAliases(candidates)
}
