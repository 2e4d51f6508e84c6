/** Images that a law in Markdown names, in files beside its own. */
import { posix } from 'node:path'
import { say } from '../../i18n/texts.ts'
import type { ParsedLaw } from '../../model/parsed-law.ts'
import { imageNames } from '../../store/sqlite/bundle-writer.ts'
import type { InputFile } from '../source.ts'

const LONGEST_NAME = 80

/**
 * Finds the images of a law by their names in its text, which are paths relative to its file, or from the top of the input.
 * @param find returns the file at a path of the input
 * @returns the files, and the faults of the others
 */
export function imagesBeside(
  law: ParsedLaw,
  find: (path: string) => InputFile | undefined,
): { images: Map<string, InputFile>; faults: string[] } {
  const images = new Map<string, InputFile>()
  const faults: string[] = []
  for (const name of imageNames(law)) {
    const file = isAddress(name) ? undefined : find(pathOf(name, law.documentId))
    if (file !== undefined) images.set(name, file)
    else {
      const shown = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name
      faults.push(
        isAddress(name)
          ? say`the image ${shown} is at an address, from which nothing is fetched`
          : say`the image ${shown} is not in the input`,
      )
    }
  }
  return { images, faults }
}

const isAddress = (name: string) => /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(name)

/** @param from path of the file that names it */
function pathOf(name: string, from: string): string {
  const plain = name.replace(/[?#].*$/s, '')
  let decoded = plain
  try {
    decoded = decodeURIComponent(plain)
  } catch {
    // The name is not a percent-encoded address.
  }
  return decoded.startsWith('/') ? posix.normalize(decoded.slice(1)) : posix.join(posix.dirname(from), decoded)
}
