/** Assembles the parts of two compared texts. */
import { diffArrays } from 'diff/lib/diff/array.js'
import type { TextPart } from '../model/corpus.ts'
import { cached } from '../util/cached.ts'

type PartType = TextPart['type']

/** The deleted and inserted text at one place. One of them may be empty. */
interface Replacement {
  deleted: string
  inserted: string
}

/** Collects parts in order. Between two equal parts, deletions come before insertions. */
export class PartList {
  /** Equal texts, with the replacement that follows each; the first text may be empty. */
  readonly #equals: string[] = ['']
  readonly #replacements: Replacement[] = []

  add(type: PartType, text: string): void {
    if (text === '') return
    const isOpen = this.#replacements.length === this.#equals.length
    if (type === 'equal') {
      if (isOpen) this.#equals.push(text)
      else this.#equals.push(`${this.#equals.pop()}${text}`)
      return
    }
    if (!isOpen) this.#replacements.push({ deleted: '', inserted: '' })
    const last = this.#replacements.at(-1) as Replacement
    last[type] += text
  }

  addAll(parts: readonly TextPart[]): void {
    for (const { type, text } of parts) this.add(type, text)
  }

  /** The parts, none of them empty. */
  toParts(): TextPart[] {
    return this.#equals.flatMap((equal, index): TextPart[] => {
      const { deleted = '', inserted = '' } = this.#replacements[index] ?? {}
      const parts: TextPart[] = [
        { type: 'equal', text: equal },
        { type: 'deleted', text: deleted },
        { type: 'inserted', text: inserted },
      ]
      return parts.filter(({ text }) => text !== '')
    })
  }

  /** The parts without words shared by chance: a few between two longer replacements. */
  toReadableParts(): TextPart[] {
    const readable = new PartList()
    const [first = '', ...equals] = this.#equals
    readable.add('equal', first)
    let open: Replacement | undefined
    for (const [index, replacement] of this.#replacements.entries()) {
      const between = index === 0 ? '' : (equals[index - 1] as string)
      if (open !== undefined && isByChance(between, open, replacement)) {
        open = {
          deleted: open.deleted + between + replacement.deleted,
          inserted: open.inserted + between + replacement.inserted,
        }
        continue
      }
      readable.#addReplacement(open)
      readable.add('equal', between)
      open = replacement
    }
    readable.#addReplacement(open)
    readable.add('equal', this.#equals.length > this.#replacements.length ? (equals.at(-1) ?? '') : '')
    return readable.toParts()
  }

  #addReplacement(replacement: Replacement | undefined): void {
    this.add('deleted', replacement?.deleted ?? '')
    this.add('inserted', replacement?.inserted ?? '')
  }
}

/** Maximum number of words between two replacements that may be shared by chance. */
const MOST_WORDS_BY_CHANCE = 2

function isByChance(between: string, before: Replacement, after: Replacement): boolean {
  if (between.includes('\n')) return false
  const words = between.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const length = (each: Replacement) => Math.max(each.deleted.length, each.inserted.length)
  return words.length <= MOST_WORDS_BY_CHANCE && between.length <= Math.min(length(before), length(after))
}

/** Shared portion of the longer text, from 0 to 1, without white space. */
export function sharedPortion(parts: readonly TextPart[]): number {
  const length = { equal: 0, deleted: 0, inserted: 0 }
  for (const { type, text } of parts) length[type] += text.replace(/\s+/g, '').length
  const longer = length.equal + Math.max(length.deleted, length.inserted)
  return longer === 0 ? 1 : length.equal / longer
}

/** A run of items of both sequences, or of only one of them. */
export interface Run {
  type: 'equal' | 'deleted' | 'inserted'
  count: number
}

/** Maximum number of edits: the time grows with their square. */
const MOST_EDITS = 300
/** The time also grows with the product of the edits and the length. */
const MOST_STEPS = 10_000_000
/** Approximate step budget of one answer. */
const MOST_WORK = 20_000_000
/** Cost of comparing equal items, relative to an edit. */
const COST_OF_ITEM = 1 / 16

/** Work budget of one answer. It counts steps, not time, so that answers are deterministic. */
export class Work {
  #left = MOST_WORK

  /**
   * Compares two sequences, with the fewest edits.
   * @returns `undefined` if the difference exceeds the bound
   */
  compare<Item>(before: readonly Item[], after: readonly Item[]): Run[] | undefined {
    const length = before.length + after.length
    const most = Math.floor(Math.min(MOST_EDITS, MOST_STEPS / Math.max(length, 1), Math.sqrt(this.#left)))
    if (Math.abs(before.length - after.length) > most) return undefined
    const numbers = new Map<Item, number>()
    const numbered = (items: readonly Item[]) => items.map((item) => cached(numbers, item, () => numbers.size))
    const changes = diffArrays(numbered(before), numbered(after), { maxEditLength: most })
    const runs = changes?.map(({ added, removed, count }): Run => {
      return { type: added ? 'inserted' : removed ? 'deleted' : 'equal', count }
    })
    const edits = runs?.reduce((sum, { type, count }) => sum + (type === 'equal' ? 0 : count), 0) ?? most
    this.#left = Math.max(this.#left - edits * (edits + length * COST_OF_ITEM), 0)
    return runs
  }
}
