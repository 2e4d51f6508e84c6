/** What a document reads as: each stretch with its place. */
import type { ReadDocument } from '../../src/documents/document.ts'
import { placeText } from '../../src/formats/check-verdict.ts'
import { LINE_END } from '../../src/plain-text/plain-text.ts'

export function stretches({ text, placeAt }: ReadDocument): string[] {
  const list: string[] = []
  let offset = 0
  for (const part of text.split(LINE_END)) {
    if (part !== '') list.push(`${placeAt === undefined ? '' : placeText(placeAt(offset))} ${part}`)
    offset += part.length + LINE_END.length
  }
  return list
}
