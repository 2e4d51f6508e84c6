/** Reads the marks of list items. */
import type { ItemMark } from './content.ts'

/** `1.`, `2a.`, `(3)`, `1.2`, `5a.1`, `Nr. 4`, without surrounding white space and words after it. */
const NUMBER = /^(?:(?:lfd\. ?)?Nr\. ?)?\(?(\d+[a-z]*(?:\.\d+[a-z]*)*)[.)]*(?=$|\s\p{Lu}\p{L}*:$)/u
/** `6. und 7.`, `3. bis 5.`, `a) bis d)` */
const SEVERAL = /^\(?(\d+[a-z]?|[a-z]{1,3})[.)] (?:und|bis|u\.|-) \(?(\d+[a-z]{0,2}|[a-z]{1,3})[.)]$/
const LETTER = /^\(?(\p{Ll}{1,4})[.)]$/u
const CAPITAL = /^\(?(\p{Lu})[.)]$/u
const ROMAN = /^\(?([IVXL]{1,6}|[ivxl]{2,6})[.)]$/

/**
 * Reads the mark of a list item; `undefined` for dashes, bullets and boxes.
 * @param first the mark of the first item of its list: `V.` is a number after `I.`, a letter after `A.`
 */
export function itemMark(label: string, first = label): ItemMark | undefined {
  const mark = normalizedMark(label)
  const number = NUMBER.exec(mark)?.[1]
  if (number !== undefined) return { kind: 'nr', value: number }
  const [, from, to] = SEVERAL.exec(mark) ?? []
  if (from !== undefined) return { kind: /^\d/.test(from) ? 'nr' : 'buchst', value: `${from}-${to}` }
  const roman = ROMAN.exec(mark)?.[1]
  if (roman !== undefined && /^\(?I[.)]$/i.test(normalizedMark(first)))
    return { kind: 'nr', value: roman.toLowerCase() }
  const letter = (LETTER.exec(mark) ?? CAPITAL.exec(mark))?.[1]
  return letter === undefined ? undefined : { kind: 'buchst', value: letter.toLowerCase() }
}

const normalizedMark = (label: string) => label.replace(/\s+/g, ' ').trim()
