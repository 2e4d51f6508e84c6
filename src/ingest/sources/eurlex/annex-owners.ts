/** Tells which act an annex in a file of its own belongs to. */
import type { InputFile } from '../../source.ts'
import { celexOfPath } from './act-files.ts'
import { actCelex, celexOfNumber } from './celex.ts'
import type { FormexHead } from './document-head.ts'

/** A file with what its beginning tells. */
export interface HeadedFile {
  file: InputFile
  head: FormexHead
}

/**
 * Returns the act of an annex: the one in the same list of files, else the one that the annex names. Only in the folder of an
 * act an annex that names none belongs to the document before it in the order of names.
 * @param mains the acts in its folder
 * @param listed the files that companions list, each with the name of its companion
 * @returns `undefined` if its act is not there
 */
export function actOfAnnex(
  { file, head }: HeadedFile,
  mains: readonly HeadedFile[],
  listed: ReadonlyMap<string, string>,
): HeadedFile | undefined {
  const list = listed.get(file.path)
  const inList = mains.find((main) => list !== undefined && listed.get(main.file.path) === list)
  if (inList !== undefined) return inList
  const named = namesOf(head)
  if (named.length > 0) return mains.find((main) => namesOf(main.head).some((name) => named.includes(name)))
  const isOfFolder = list === undefined && celexOfPath(file.path) !== undefined
  const alike = isOfFolder ? mains.filter((main) => [main.head.language, ''].includes(head.language)) : []
  return alike.findLast((main) => main.file.path < file.path) ?? alike[0]
}

/** The names of the act in a document: its list of files, its CELEX number, its number and year. */
function namesOf(head: FormexHead): string[] {
  const { reference, celex, consolidation, number, year } = head
  const celexes = [celex, `3${consolidation['CONSLEG.REF'] ?? ''}`].map(actCelex)
  const names = [...celexes, celexOfNumber(head), number && `${number}/${year}`]
  return [reference === 'NA' ? '' : reference, ...names].flatMap((name) => name || [])
}
