/** Source families of programs: they convert files of any format into the records of a JSON package. */

import { contentHash } from '../../files/content-hash.ts'
import { say } from '../../i18n/texts.ts'
import { LegalTextError } from '../../util/errors.ts'
import type { Input, Source } from '../source.ts'
import { compareText, limitationOfFile } from '../values.ts'
import { noCode, type PackageLaw } from './package-files.ts'
import { readLaw } from './read-law.ts'
import { check, codeOf, type LawRecord, lawRecord, type NormRecord } from './schema.ts'

/** A source family of a program: a format of laws. */
export interface OwnSourceFamily {
  /** Source family of its laws: `city-register`. */
  name: string
  /** Must change with the results for the same files: the cache keeps the results of each version. */
  version: string
  /** Description of its files, for messages: `files .statute of the city register`. */
  form: string
  /** True for the paths of its files. */
  reads(path: string): boolean
  /** Reads a file. Throwing an error makes it a limitation of the corpus, and does not stop the others. */
  read(file: SourceFile): Iterable<LawAndNorms> | AsyncIterable<LawAndNorms>
}

/** A file of a folder or an archive. */
export interface SourceFile {
  /** Path within the folder or the archive, with `/`. */
  path: string
  bytes: Uint8Array
}

/** A law and its norms in order, as records of a JSON package. */
export interface LawAndNorms {
  law: LawRecord
  norms: readonly NormRecord[]
}

/** Reads all files of an input; its laws stay in memory until they are written. */
export async function openOwn(family: OwnSourceFamily, { files, skipped = [] }: Input): Promise<Source> {
  const laws = new Map<string, PackageLaw>()
  const limitations = skipped.map((each) => limitationOfFile(family.name, each))
  for (const file of files) {
    try {
      const bytes = await file.read()
      const fileHash = contentHash(bytes)
      for await (const { law, norms } of family.read({ path: file.path, bytes })) {
        const placed = norms.map((value, index) => ({ place: `${file.path}[${index}]`, value }))
        const read = { ...lawOf(family, law, laws), place: file.path, norms: placed, fileHash }
        laws.set(read.code, read)
      }
    } catch (error) {
      const fault = { path: file.path, reason: (error as Error).message, terminalState: 'parse_failed' } as const
      limitations.push(limitationOfFile(family.name, fault))
    }
  }
  const ordered = [...laws.values()].sort((a, b) => compareText(a.code, b.code))
  return {
    lawCount: ordered.length,
    limitations,
    findings: [],
    async *laws() {
      for (const law of ordered) yield readLaw(law, [])
    },
    statedCitations: [],
  }
}

/** @throws LegalTextError `invalid_input` for an invalid record, or one whose code is taken */
function lawOf({ name }: OwnSourceFamily, law: LawRecord, known: ReadonlyMap<string, PackageLaw>) {
  const checked = check(lawRecord, law)
  if ('issues' in checked) throw new LegalTextError('invalid_input', checked.issues)
  const { canonical_id: id, source } = checked.record
  const code = codeOf(id)
  if (code === undefined) throw new LegalTextError('invalid_input', noCode(id))
  const first = known.get(code)
  if (first !== undefined) throw new LegalTextError('invalid_input', say`${first.place} has the same canonical_id`)
  return { code, record: { ...checked.record, source: { source_kind: name, ...source } } }
}
