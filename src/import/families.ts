/** The source families: each takes its files from an input, in this order. */

import { say } from '../i18n/texts.ts'
import { argumentError, assertFields } from '../util/arguments.ts'
import { LegalTextError } from '../util/errors.ts'
import { bundle } from './bundle/family.ts'
import { eurlex } from './eurlex/family.ts'
import { gii } from './gii/family.ts'
import { legaldocml } from './legaldocml/family.ts'
import { markdown } from './markdown/family.ts'
import { jsonPackage } from './package/family.ts'
import type { OwnSourceFamily } from './package/own-family.ts'
import type { Input, SourceFamily } from './source.ts'

export type { LawAndNorms, OwnSourceFamily, SourceFile } from './package/own-family.ts'
export type { LawRecord, NormRecord } from './package/schema.ts'

const families: SourceFamily[] = [bundle, jsonPackage, legaldocml, eurlex, markdown, gii]

export const FAMILIES: readonly SourceFamily[] = families

const added: OwnSourceFamily[] = []

/**
 * Adds a source family before those of the package, for the whole process: `open`, `openCorpus` and `buildCorpus` read its files
 * in folders and archives. A server converts its dataset in another process, which has only the families of the setting
 * `additions`.
 * @throws LegalTextError `invalid_input` if the name is taken
 */
export function addSourceFamily(own: OwnSourceFamily): void {
  assertFields('family', own, {
    name: 'string',
    version: 'string',
    form: 'string',
    reads: 'function',
    read: 'function',
  })
  const { name, form, reads } = own
  if (families.some((family) => family.name === name)) {
    throw argumentError('name', say`there is already a source family ${name}`)
  }
  added.push(own)
  families.unshift({
    name,
    form,
    reads,
    take: async ({ files, skipped = [] }) => ({
      files: files.filter(({ path }) => reads(path)),
      skipped: skipped.filter(({ path }) => reads(path)),
    }),
    isComplete: () => false,
    open: async (input) => (await import('./package/own-family.ts')).openOwn(own, input),
  })
}

/** Returns the added families with their versions, which affect the result of a conversion. */
export const addedFamilies = (): string => added.map(({ name, version }) => ` ${name}@${version}`).join('')

/**
 * The families with a site to fetch, by their names for `--source`. Some sites list their laws, which also shows removed ones;
 * for others the laws must be named. If a site dates the effect of texts, its corpus depends on the day.
 */
export const SITES = {
  gii: { ...gii, jurisdiction: 'DE', listsLaws: true, datesEffect: false },
  eurlex: { ...eurlex, jurisdiction: 'eu', listsLaws: false, datesEffect: false },
  neuris: { ...legaldocml, jurisdiction: 'DE', listsLaws: true, datesEffect: true },
}

/** Family of files that people write themselves: it writes a template, and shows how a file is read. */
export const WRITTEN = markdown

/** Name of a site, for `--source`. */
export type SiteName = keyof typeof SITES

/** Part of an input that one family reads. */
export interface InputPart {
  family: SourceFamily
  input: Input
}

/**
 * Divides an input among the families that read it; empty if none does. The last part also lists the skipped files that no family
 * takes.
 */
export async function partsOf(input: Input): Promise<InputPart[]> {
  const parts: InputPart[] = []
  let { files, skipped = [] } = input
  for (const family of FAMILIES) {
    const taken = await family.take({ ...input, files, skipped })
    if (taken.files.length === 0) continue
    parts.push({ family, input: { ...input, ...taken, beside: input.files } })
    const [ownFiles, ownSkipped] = [new Set(taken.files), new Set(taken.skipped)]
    files = files.filter((file) => !ownFiles.has(file))
    skipped = skipped.filter((each) => !ownSkipped.has(each))
  }
  const last = parts.at(-1)
  if (last !== undefined) last.input.skipped = [...(last.input.skipped ?? []), ...skipped]
  return parts
}

/** Returns the error for an input that no family reads, naming its actual contents. @param why further reasons */
export function noLawIn(name: string, { files }: Pick<Input, 'files'>, why?: string): LegalTextError {
  const endings = files.flatMap(({ path }) => /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? [])
  const counts = [...Map.groupBy(endings, (ending) => FORMS[ending] ?? ending.toUpperCase())]
  const most = counts.sort(([, a], [, b]) => b.length - a.length).slice(0, MAX_FORMS)
  const found = most.map(([form, { length }]) => `${length} ${form}`).join(', ')
  const expected = FAMILIES.map(({ form }) => form).reduce((forms, form) => say`${forms}; or ${form}`)
  const instead = found === '' || why !== undefined ? '' : say`; found instead: ${found}`
  const reason = why === undefined ? instead : say`; not imported: ${why}`
  return new LegalTextError('invalid_input', say`there is no law in ${name}: expected ${expected}${reason}`)
}

/** Number of file types that the error names. */
const MAX_FORMS = 4

const FORMS: Readonly<Record<string, string>> = { htm: 'HTML', md: 'Markdown' }

/** True if the build reads the content of files with this path. */
export function isRead(path: string): boolean {
  return FAMILIES.some((family) => family.reads(path))
}
