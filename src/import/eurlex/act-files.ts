/** Tells by their names which files of an input may be acts in Formex. */
import type { InputFile } from '../source.ts'
import { actCelex } from './celex.ts'

/** True for the path of an XML file. */
export const isXml = (path: string) => /\.(?:xml|fmx4?)$/i.test(path)

/** True for the path of a companion, `L_2016119DE.01000101.doc.xml`, `L_202401689DE.doc.fmx.xml`. */
export const isCompanion = (path: string) => /\.doc\.(?:fmx\.)?(?:xml|fmx4?)$/i.test(path)

/** True for the path of a table of contents of an issue, `L_202401689DE.toc.fmx.xml`. */
export const isContents = (path: string) => /\.toc\.(?:fmx\.)?xml$/i.test(path)

/** File names of the Publications Office: `CL2016R0679EN0000020.0001.xml`, `L_2016119DE.01000101.xml`, `OJ_L_202401689_DE`. */
const OFFICIAL = /^(?:CL\d{4}[A-Z]|(?:OJ_)?[LC](?:_|I_)\d{4,}|CELEX_)/

/** True for the path of a file that the Publications Office has named, or in a folder with the CELEX number of an act. */
export function isActName(path: string): boolean {
  const parts = path.split('/')
  return OFFICIAL.test(parts.at(-1) as string) || celexOfPath(path) !== undefined
}

/** True for the name of a federal law of Germany: thousands of such files need not be looked at. */
export const isOtherName = (path: string) => /(?:^|\/)BJNR\w+\.xml$/.test(path)

/** In the name of a folder: `12016E-TXT` for `12016E/TXT`. */
const TREATY = /-(TXT)$/i

/** The CELEX number that a folder on a path, or the name of the file, is. */
export function celexOfPath(path: string): string | undefined {
  const parts = path.replace(/\.[^/]*$/, '').split('/')
  return parts
    .map((part) => (/^\d{5}\D/.test(part) ? actCelex(part.replace(TREATY, '/$1')) : undefined))
    .findLast(Boolean)
}

/**
 * Returns the folder above the acts that all of these are in, empty or with a slash at its end. An archive may call it anything:
 * nothing in a bundle depends on it.
 */
export function commonFolder(paths: readonly string[]): string {
  const folders = (paths[0] ?? '').split('/').slice(0, -1)
  const ofAct = folders.findIndex((folder) => celexOfPath(`${folder}/`) !== undefined)
  if (ofAct >= 0) folders.length = ofAct
  const prefix = () => folders.map((folder) => `${folder}/`).join('')
  while (!paths.every((path) => path.startsWith(prefix()))) folders.pop()
  return prefix()
}

/** True for an archive of an act: `32016R0679.zip`, or any one in such a folder. */
export function isActArchive(path: string): boolean {
  return /\.zip$/i.test(path) && (celexOfPath(path) !== undefined || /(?:^|[/._-])fmx4?[^/]*$/i.test(path))
}

/** True if the build reads files with this path. */
export const isActPath = (path: string) => isXml(path) || isActArchive(path)

/** The files of an input that are acts by their names. */
export function actFiles(files: readonly InputFile[]): InputFile[] {
  return files.filter(({ path }) => isXml(path) && isActName(path))
}

/** The XML files of an input. */
export const xmlFiles = (files: readonly InputFile[]) => files.filter(({ path }) => isXml(path))
