/** Shared text fragments of tools. */
import { escapedMarkdown } from '../render/markdown-text.ts'
import type { Facts, Item, ItemList } from './answer.ts'

/** The fields other than `null`: absent ones cost no tokens. */
export function withoutNulls<Fields extends object>(fields: Fields): Facts {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))
}

/** Some fields of a record, in this order. */
export const pick = <Fields extends object, Name extends keyof Fields>(
  of: Fields,
  ...names: Name[]
): Pick<Fields, Name> => Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<Fields, Name>

/** A client's text on one line, without control characters. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ')

/**
 * Non-empty words, separated by spaces, escaped for Markdown and on one line. An underscore within a word, as in codes of laws, is
 * not markup.
 */
export const words = (...parts: readonly (string | null | undefined)[]): string =>
  escapedMarkdown(oneLine(parts.filter(Boolean).join(' '))).replace(/(?<=[\p{L}\d])\\_(?=[\p{L}\d])/gu, '_')

/** Tool arguments of a norm: `bgb` `par:433`. */
export const pathOf = (code: string | null, norm: string | null): string =>
  [code, norm].flatMap((part) => (part ? [`\`${part}\``] : [])).join(' ')

/** Words of a source on one line, in quotation marks. */
export const inQuotes = (text: string): string => `“${words(text)}”`

/** The beginning of a text, and the number of omitted characters. */
export function beginning(text: string, most: number): { text: string; leftOut: number } {
  if (text.length <= most) return { text, leftOut: 0 }
  const space = text.lastIndexOf(' ', most)
  const end = space > most / 2 ? space : most
  return { text: `${text.slice(0, end)} …`, leftOut: text.length - end }
}

/** A count: `1 law`, `7 laws`. @param noun in the plural, ending in `s` */
export const counted = (count: number, noun: string): string => `${count} ${count === 1 ? noun.slice(0, -1) : noun}`

/** Sentences on a list that was cut. */
export function goOn(shown: number, total: number, noun: string, next: number | null): string {
  if (next === null) return ''
  return `${shown} of ${total} ${noun} shown. To go on, call again with \`offset\` ${next}.`
}

/** The list of an answer from an offset on. @param noun for its items, in the plural */
export const listFrom = (offset: number, name: string, items: readonly Item[], noun = name): ItemList => ({
  name,
  items: items.slice(offset),
  ending(shown) {
    const reached = offset + shown.length
    const next = reached < items.length ? reached : null
    return { facts: { next }, text: goOn(shown.length, items.length, noun, next) }
  },
})
