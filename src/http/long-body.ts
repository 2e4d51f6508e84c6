/** Long bodies: their bytes and tags are made in turns. */
import { turn } from '../turns.ts'
import { longEntityTag } from './representation-headers.ts'

/**
 * Makes the bytes of a body, and its strong entity tag.
 * @param pieces of the body, each made when it is its turn
 * @param parts everything else that the tag depends on
 */
export async function longBody(pieces: Iterable<string>, ...parts: string[]): Promise<{ body: Buffer; tag: string }> {
  const hash = longEntityTag(...parts)
  const buffers: Buffer[] = []
  for (const piece of pieces) {
    const bytes = Buffer.from(piece)
    hash.update(bytes)
    buffers.push(bytes)
    const pause = turn()
    if (pause !== undefined) await pause
  }
  return { body: Buffer.concat(buffers), tag: hash.tag() }
}
