/** The source families: the first that recognises an input reads it. */
import type { Input, SourceFamily } from '../source.ts'
import { gii } from './gii/family.ts'
import { jsonPackage } from './package/family.ts'

export const FAMILIES: readonly SourceFamily[] = [jsonPackage, gii]

/** Fetches the site that SOURCE_URL or `--from` names. */
export const { fetchSite } = gii

/** The first family that recognises an input; `undefined` if none does. */
export async function familyOf(input: Input): Promise<SourceFamily | undefined> {
  for (const family of FAMILIES) if (await family.recognise(input)) return family
  return undefined
}

/** True if the build reads the content of files with this path. */
export function isRead(path: string): boolean {
  return FAMILIES.some((family) => family.reads(path))
}
