/**
 * The local copy of acts: for each act the list of its consolidations, `32016R0679`, and the archive of each version,
 * `32016R0679/oj` (as adopted) and `32016R0679/2016-05-04`, with its language before the names of its files.
 */
import { createHash } from 'node:crypto'
import type { LawFile } from '../../site/site-archive.ts'
import type { CopyForm, Listed } from '../../site/site-records.ts'
import type { SiteStore } from '../../site/site-store.ts'
import { isContents, isXml } from '../act-files.ts'
import { codeOf, consolidatedCelex } from '../celex.ts'
import { EURLEX_FAMILY, LIMITS } from '../format.ts'
import type { ListedConsolidation } from './notice.ts'

/** An act as adopted, or one of its consolidations. */
export interface ActVersion {
  /** Where it is kept: `32016R0679/2016-05-04`. */
  key: string
  /** CELEX number of the act. */
  act: string
  /** CELEX number of the version. */
  celex: string
  /** The day from which a consolidation holds, `null` for the act as adopted. */
  day: string | null
  /** Names of its resource, the best first. */
  names: readonly string[]
  /** True if no other one of the act has a later day: older ones hardly ever change. */
  isNewest: boolean
  /** True if the notice of the act names it. */
  isListed: boolean
}

/** The folder of an act: its CELEX number, with `-` for the `/` of treaties. */
export const folderOf = (celex: string) => celex.replaceAll('/', '-')

/** The folder of an act as adopted, as in ELI. */
const ADOPTED = 'oj'

export const ACT_COPY: CopyForm = {
  family: EURLEX_FAMILY,
  archives: {
    isDocument: isXml,
    maxBytes: LIMITS.bytes,
    // Cellar makes each archive anew, with other times in it.
    hash: () => {
      const hash = createHash('sha256')
      return { update: (piece) => hash.update(piece), digest: () => hash.digest('hex') }
    },
  },
  offers: (name) => isXml(name) && !isContents(name),
  sourceIdOf: (key) => codeOf(key.split('/')[0] as string),
}

/**
 * The versions of an act that hold today, the act as adopted first.
 * @param known days of consolidations that were listed before
 * @param today ISO date
 */
export function versionsOf(
  act: string,
  listed: readonly ListedConsolidation[],
  known: Iterable<string>,
  today: string,
): ActVersion[] {
  const folder = folderOf(act)
  const namesOf = new Map(listed.map(({ day, names }) => [day, names]))
  const days = [...new Set([...namesOf.keys(), ...known])].filter((day) => day <= today).sort()
  const adopted = { key: `${folder}/${ADOPTED}`, act, celex: act, day: null, names: [`celex/${act}`], isListed: true }
  return [
    { ...adopted, isNewest: days.length === 0 },
    ...days.map((day, index) => {
      const celex = consolidatedCelex(act, day)
      const names = namesOf.get(day) ?? [`celex/${celex}`]
      const isNewest = index === days.length - 1
      return { key: `${folder}/${day}`, act, celex, day, names, isNewest, isListed: namesOf.has(day) }
    }),
  ]
}

/** The days of the consolidations that the copy has, or could not fetch, by the folders of their acts. */
export function knownDays(store: SiteStore): Map<string, Set<string>> {
  const days = new Map<string, Set<string>>()
  for (const { code } of [...store.laws(), ...store.failures()]) {
    const [folder = '', version] = code.split('/')
    if (version === undefined || version === ADOPTED) continue
    days.set(folder, (days.get(folder) ?? new Set()).add(version))
  }
  return days
}

/** The consolidations of an act as the copy has them, `undefined` if it has no list. */
export function keptList(store: SiteStore, act: string): ListedConsolidation[] | undefined {
  const bytes = store.archive(folderOf(act))
  return bytes.length === 0 ? undefined : JSON.parse(Buffer.from(bytes).toString())
}

/** What the copy is to have: the acts, with all their versions. */
export function wantedKeys(acts: readonly string[]): Listed {
  const folders = new Set(acts.map(folderOf))
  return { has: (key) => folders.has(key.split('/')[0] as string) }
}

/** The language of the files that are kept of a version, `undefined` if there are none. */
export function languageOf(members: readonly LawFile[] = []): string | undefined {
  return members[0]?.name.split('/')[0]
}
