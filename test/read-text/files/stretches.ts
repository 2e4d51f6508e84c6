/** Text of a document, each stretch with its place. */
import type { ReadDocument } from '../../../src/read-text/files/document.ts'
import { LINE_END } from '../../../src/read-text/plain-text.ts'
import { placeText } from '../../../src/render/check-verdict.ts'

export function stretches({ text, placeAt }: ReadDocument): string[] {
  const list: string[] = []
  let offset = 0
  for (const part of text.split(LINE_END)) {
    if (part !== '') list.push(`${placeAt === undefined ? '' : placeText(placeAt(offset))} ${part}`)
    offset += part.length + LINE_END.length
  }
  return list
}
