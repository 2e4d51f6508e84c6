/** Packages of two lists: `laws.json` and `norms.json`. */
import { notImported } from './finding.ts'
import { codeOf } from './identifiers.ts'
import { elementsOf, isObject, type PackageFiles } from './package-files.ts'
import { type Contents, inOrder, type PackageLaw, type Placed } from './package-laws.ts'
import { check, lawRecord } from './schema.ts'

/** @throws LegalTextError `invalid_input` where one of the lists is missing or damaged */
export async function openLists(files: PackageFiles): Promise<Contents> {
  const records = elementsOf(await files.readList('laws.json', ['laws']))
  const norms = await files.readList('norms.json', ['norms'])
  /** Places of the norms in their list, by law: the norms themselves are read again when their law is. */
  const normsOf = new Map<string | undefined, number[]>()
  for (let index = 0; index < norms.length; index++) {
    const code = codeIn(norms.at(index), 'law_id')
    const known = normsOf.get(code)
    if (known === undefined) normsOf.set(code, [index])
    else known.push(index)
  }
  const placed = (index: number): Placed => ({ place: `norms.json[${index}]`, value: norms.at(index) })
  const laws = new Map<string, Omit<PackageLaw, 'norms'>>()
  const unread: { place: string; value: unknown; reason: string }[] = []
  for (const [index, value] of records.entries()) {
    const place = `laws.json[${index}]`
    const checked = check(lawRecord, value)
    const code = 'record' in checked ? codeOf(checked.record.canonical_id) : undefined
    const known = code === undefined ? undefined : laws.get(code)
    if ('issues' in checked) unread.push({ place, value, reason: checked.issues })
    else if (code === undefined) unread.push({ place, value, reason: noCode(checked.record.canonical_id) })
    else if (known !== undefined) unread.push({ place, value, reason: `${known.place} has the same canonical_id` })
    else laws.set(code, { place, code, record: checked.record, fileHash: norms.hash })
  }
  const refused = unread.map(({ place, value, reason }) => {
    const code = codeIn(value, 'canonical_id')
    const lost = code === undefined || laws.has(code) ? [] : (normsOf.get(code) ?? [])
    if (lost.length > 0) normsOf.delete(code)
    const name = isObject(value) && typeof value.canonical_id === 'string' ? value.canonical_id : place
    return notImported(
      name || place,
      `${place} is left out${withNorms(lost.length)}: ${reason}`,
      code ? { code } : undefined,
    )
  })
  const orphans = [...normsOf].flatMap(([code, indexes]) => (code !== undefined && laws.has(code) ? [] : indexes))
  const limitations = orphans.map(placed).map(({ place, value }) => {
    const { canonical_id, law_id } = isObject(value) ? value : {}
    const reason = isObject(value)
      ? `there is no law ${JSON.stringify(law_id ?? null)} in laws.json`
      : 'expected object'
    return notImported(typeof canonical_id === 'string' ? canonical_id : place, `${place} is left out: ${reason}`)
  })
  return {
    laws: inOrder(laws.values()).map((law) => ({
      code: law.code,
      load: async () => ({ ...law, norms: (normsOf.get(law.code) ?? []).map(placed) }),
    })),
    refused,
    limitations,
    findings: [],
    counts: { laws: records.length, norms: norms.length },
  }
}

/** The code that a field of a record names; `undefined` where there is none. */
function codeIn(record: unknown, field: string): string | undefined {
  const id = isObject(record) ? record[field] : undefined
  return typeof id === 'string' ? codeOf(id) : undefined
}

/** Why a law without a code is refused. */
export function noCode(canonicalId: string): string {
  return `canonical_id ${JSON.stringify(canonicalId)} is no code: it may hold letters, digits, "-", "_" and "."`
}

/** How the norms that are lost with their law are told. */
export function withNorms(count: number): string {
  return count === 0 ? '' : `, with its ${count === 1 ? 'norm' : `${count} norms`}`
}
