/** The laws of the official site: the table of document numbers and slugs in `official-laws.txt`. */
import { readFileSync } from 'node:fs'
import { dataPath } from '../../../package.ts'

/** A law with document number and slug on each line, sorted: `BJNR001950896 bgb`. */
const TABLE = 'ingest/sources/gii/official-laws.txt'

export interface OfficialLaws {
  /** Slug of the law with a document number. */
  slugOf(documentNumber: string): string | undefined
  /** True if a law has the slug. */
  has(slug: string): boolean
}

let laws: OfficialLaws | undefined

/** The table, read at the first call. */
export function officialLaws(): OfficialLaws {
  laws ??= parseTable(readFileSync(dataPath(TABLE), 'utf8'))
  return laws
}

function parseTable(text: string): OfficialLaws {
  const slugs = new Map<string, string>()
  for (const line of text.split('\n')) {
    const blank = line.indexOf(' ')
    if (blank > 0) slugs.set(line.slice(0, blank), line.slice(blank + 1))
  }
  const known = new Set(slugs.values())
  return { slugOf: (number) => slugs.get(number), has: (slug) => known.has(slug) }
}

/**
 * The slug that the official site makes of an abbreviation (`jurabk`): `AO 1977` -> `ao_1977`. Every character but
 * `a` to `z`, digits and `-` becomes `_`.
 */
export function slugOfAbbreviation(abbreviation: string): string {
  return abbreviation
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '_')
}
