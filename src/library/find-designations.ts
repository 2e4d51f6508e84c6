/** Designations in a text, found without a corpus. */

import {
  formatNormPath as format,
  formatElements,
  type NormPath,
  parseNormPath as parse,
} from '../citation/norm-path.ts'
import { type FoundDesignation as Found, findDesignations as find } from '../citation/text/find-designations.ts'
import { assertString, isRecord, wrongArgument } from '../util/arguments.ts'

/** A designation of norms in a text. Offsets are UTF-16 code units, `[start, end)`. */
export interface FoundDesignation {
  /** The words that designate the norms, without the name of the law. */
  text: string
  start: number
  end: number
  /** The adjacent words that look like the name of its law; `null` without any. */
  law: string | null
  /** All adjacent words that may name its law, likeliest first. A corpus decides between them. */
  names: string[]
  /** True if it is a citation only if its law is known: `Anlage 2`, `§ 3 des Mietvertrages`, `bgb 433`. */
  weak: boolean
  /** The norms, in the order of the text. */
  norms: FoundNorm[]
}

/** A norm that a designation names. */
export interface FoundNorm {
  /** Norm path, without the subdivision: `par:433`. */
  norm: string
  /** Path of the last norm of a range, `par:6` in `§§ 3 bis 6`; otherwise `null`. */
  to: string | null
  /** Set if the next norm, or several, are meant too: `§ 5 f.`, `§§ 5 ff.` */
  following: 'f' | 'ff' | null
  /** Path of the subdivision, `abs:1/satz:2`; `null` if none is named. */
  subdivision: string | null
}

/**
 * Finds all designations of norms in a text, in its order and in linear time. Whether the norms exist is up to `cite` and `check`,
 * which need a corpus.
 * @throws LegalTextError `invalid_input` if it is not a string
 */
export function findDesignations(text: string): FoundDesignation[] {
  assertString('text', text)
  const designations: FoundDesignation[] = []
  // Backwards: some take their law from the next one.
  for (const found of find(text).reverse()) {
    designations.push(describe(text, found, found.linkedToNext ? designations.at(-1) : undefined))
  }
  return designations.reverse()
}

/** @param next the following designation, if it names the shared law */
function describe(text: string, found: Found, next: FoundDesignation | undefined): FoundDesignation {
  const { start, end, weak, abbreviation, commentaryOn = [], namesAfter, namesBefore } = found
  const likeliest = abbreviation ?? commentaryOn[0]
  const own = [likeliest, ...commentaryOn, ...namesAfter, ...namesBefore].flatMap((name) => name?.text ?? [])
  return {
    text: text.slice(start, end),
    start,
    end,
    law: likeliest?.text ?? next?.law ?? null,
    names: [...new Set([...own, ...(next?.names ?? [])])],
    weak,
    norms: found.norms.map(({ readings: [reading = []], to, following, subdivision }) => ({
      norm: formatElements(reading),
      to:
        to === undefined ? null : formatElements(reading.with(-1, { kind: reading.at(-1)?.kind ?? 'par', value: to })),
      following: following ?? null,
      subdivision: subdivision.length > 0 ? formatElements(subdivision) : null,
    })),
  }
}

/**
 * Parses a norm path. Case is folded; everything else must be exact.
 * @returns the path, or `undefined` if the text is not one (a short form, a typing error)
 * @throws LegalTextError `invalid_input` if it is not a string
 */
export function parseNormPath(text: string): NormPath | undefined {
  assertString('text', text)
  return parse(text)
}

/**
 * Writes a norm path. `formatNormPath(parseNormPath(p)) === p` for every canonical `p`.
 * @throws LegalTextError `invalid_input` if it is not a parsed path
 */
export function formatNormPath(path: NormPath): string {
  if (!isRecord(path) || !Array.isArray(path.norm) || !Array.isArray(path.subdivision)) {
    throw wrongArgument('path', 'a path that parseNormPath() returned', path)
  }
  return format(path)
}
