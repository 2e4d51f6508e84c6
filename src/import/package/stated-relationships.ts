/** Relationships that a package states between norms: containments and citations. */

import { say } from '../../i18n/texts.ts'
import type { ParsedFinding, ParsedNorm } from '../../model/parsed-law.ts'
import type { StatedCitation } from '../source.ts'
import { PACKAGE_FAMILY } from '../values.ts'
import { nameOf } from './package-files.ts'
import { check, finding, namedNorm, relationshipRecord } from './schema.ts'

export const RELATIONSHIPS_FILE = 'relationships.json'

/** Types of relationships; of `isTurned` ones the object contains or cites the subject. */
const TYPES: Record<string, { isContainment: boolean; isTurned: boolean }> = {
  contains: { isContainment: true, isTurned: false },
  contained_in: { isContainment: true, isTurned: true },
  cites: { isContainment: false, isTurned: false },
  references: { isContainment: false, isTurned: false },
  cited_by: { isContainment: false, isTurned: true },
}

export interface Relationships {
  /** By the code of their law. */
  containments: ReadonlyMap<string, Containment[]>
  citations: StatedCitation[]
  findings: ParsedFinding[]
}

/** Reads the records. Those that a bundle cannot hold are counted by type, not listed. */
export function readRelationships(records: readonly unknown[]): Relationships {
  const containments: (Containment & { code: string })[] = []
  const citations: StatedCitation[] = []
  const findings: ParsedFinding[] = []
  const unread = new Map<string, { first: string; count: number }>()
  const leaveOut = (what: string, first: string) => {
    const known = unread.get(what) ?? { first, count: 0 }
    unread.set(what, { ...known, count: known.count + 1 })
  }
  for (const [index, value] of records.entries()) {
    const place = `${RELATIONSHIPS_FILE}[${index}]`
    const name = nameOf(value, 'relationship_id', place)
    const checked = check(relationshipRecord, value)
    if ('issues' in checked) {
      findings.push(finding(name, say`${place} is left out: ${checked.issues}`))
      continue
    }
    const { relationship_type, source_family, ...ends } = checked.record
    const type = Object.hasOwn(TYPES, relationship_type) ? TYPES[relationship_type] : undefined
    if (type === undefined) {
      leaveOut(say`of the type ${JSON.stringify(relationship_type)}`, place)
      continue
    }
    const [subject, object] = type.isTurned ? [ends.object, ends.subject] : [ends.subject, ends.object]
    const [from, to] = [namedNorm(subject.id), namedNorm(object.id)]
    if (from === undefined || to === undefined) {
      leaveOut(say`with an end that is no norm (${(from === undefined ? subject : object).kind ?? 'unknown'})`, place)
    } else if (!type.isContainment) {
      const { subdivision, ...cited } = to
      const citing = { code: from.code, path: from.path }
      citations.push({ name, sourceFamily: source_family ?? PACKAGE_FAMILY, citing, cited, subdivision })
    } else if (from.code !== to.code) {
      findings.push(finding(name, say`${place} is left out: ${subject.id} and ${object.id} are of different laws`))
    } else {
      containments.push({ code: from.code, place: name, outer: from.path, inner: to.path })
    }
  }
  for (const [what, { first, count }] of unread) {
    const reason = say`${count} relationships ${what} are left out, first ${first}; read are ${Object.keys(TYPES).join(', ')} between norms`
    findings.push(finding(first, reason))
  }
  return { containments: Map.groupBy(containments, ({ code }) => code), citations, findings }
}

/** A norm and one within it, as paths within their law. */
export interface Containment {
  /** Where the package states it. */
  place: string
  outer: string
  inner: string
}

/**
 * Sets the containers of norms. The first container of a norm counts; a norm cannot contain itself.
 * @param indexes of the norms by path
 * @returns what could not be linked, and why
 */
export function linkContainers(
  norms: readonly ParsedNorm[],
  indexes: ReadonlyMap<string, number>,
  containments: readonly Containment[],
): { place: string; reason: string }[] {
  const failed: { place: string; reason: string }[] = []
  const outermost = new Outermost()
  for (const { place, outer, inner } of containments) {
    const [container, contained] = [indexes.get(outer), indexes.get(inner)]
    const norm = contained === undefined ? undefined : norms[contained]
    const refuse = (reason: string) => failed.push({ place, reason: say`${outer} cannot contain ${inner}: ${reason}` })
    if (container === undefined) refuse(say`there is no norm ${outer}`)
    else if (norm === undefined) refuse(say`there is no norm ${inner}`)
    else if (norm.container === container) continue
    else if (norm.container !== undefined) refuse(say`${norms[norm.container]?.path} contains it already`)
    // A norm without a container can only close a circle as the outermost container of the other.
    else if (outermost.of(container) === contained) refuse(say`it would contain itself`)
    else {
      norm.container = container
      outermost.putInto(contained as number, container)
    }
  }
  return failed
}

/** Finds the outermost containers of norms: a union-find with path halving. */
class Outermost {
  /** A norm further out, for each norm with a container. */
  readonly #outer = new Map<number, number>()

  of(norm: number): number {
    let at = norm
    for (let outer = this.#outer.get(at); outer !== undefined; outer = this.#outer.get(at)) {
      const next = this.#outer.get(outer)
      if (next !== undefined) this.#outer.set(at, next)
      at = next ?? outer
    }
    return at
  }

  putInto(norm: number, container: number): void {
    this.#outer.set(norm, this.of(container))
  }
}
