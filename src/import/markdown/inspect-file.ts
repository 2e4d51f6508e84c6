/** Tools for Markdown files before a build: a template, and a report of what the importer reads. */
import { existsSync } from 'node:fs'
import { readFile as readBytes, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { writeFilesAtomic } from '../../files/write-atomic.ts'
import { say } from '../../i18n/texts.ts'
import type { LawSummary } from '../../model/corpus.ts'
import type { ParsedLaw } from '../../model/parsed-law.ts'
import { systemReason } from '../../program/system-error.ts'
import { LegalTextError } from '../../util/errors.ts'
import { SourceFormatError } from '../xml-tree.ts'
import { imagesBeside } from './beside.ts'
import { isAboutLaws, isMarkdown } from './format.ts'
import { template } from './front-matter.ts'
import { readFile, readLaw } from './read-files.ts'

/**
 * Writes a template for a law in Markdown.
 * @throws LegalTextError `invalid_input` if the file exists, cannot be written, or does not end in `.md`
 */
export async function writeTemplate(file: string): Promise<{ file: string }> {
  if (!isMarkdown(file)) throw new LegalTextError('invalid_input', say`${file} does not end in .md`)
  await writeFilesAtomic([{ path: file, text: template() }], false)
  return { file }
}

/** A heading or a norm as the importer reads it. */
interface OutlineLine {
  /** Number of headings above it. */
  level: number
  /** Line in the file; `null` for a heading without a norm. */
  line: number | null
  /** Path of the norm; `null` for a heading. */
  norm: string | null
  label: string
  heading: string
  /** Number of characters of its text. */
  characters: number
  /** Number of parts: Absätze, numbers, letters; without sentences. */
  parts: number
}

/** A file as the importer reads it. */
export interface FileReport
  extends Pick<LawSummary, 'code' | 'abbreviation' | 'title' | 'jurisdiction' | 'language' | 'norm_count'>,
    Pick<LawSummary, 'in_force_from' | 'in_force_to'> {
  file: string
  convention: string
  licence: string | null
  notes: string
  outline: OutlineLine[]
  /** Doubts, and omitted text; line 0 for the file as a whole. */
  findings: { line: number; reason: string }[]
}

/**
 * Parses a file as the importer does.
 * @throws LegalTextError `invalid_input` with the line if it cannot be read as a law
 */
export async function inspectFile(path: string): Promise<FileReport> {
  try {
    const { size } = await stat(path)
    const file = await readFile({ path, size, read: () => readBytes(path) })
    const { law, findings } = await readLaw(file)
    const { faults } = imagesBeside({ ...law, documentId: basename(path) }, (own) =>
      existsSync(join(dirname(path), own)) ? file.file : undefined,
    )
    const { facts } = file
    if (isAboutLaws(path)) faults.push(say`${path} is about the laws beside it, and is not read as one`)
    return {
      file: path,
      convention: facts.convention,
      code: law.code,
      abbreviation: law.abbreviation,
      title: law.title,
      jurisdiction: law.jurisdiction,
      language: law.language,
      in_force_from: facts.inForceFrom ?? null,
      in_force_to: facts.inForceTo ?? null,
      licence: facts.licence || null,
      notes: law.notes,
      norm_count: law.norms.length,
      outline: outlineOf(law),
      findings: [...findings, ...faults.map((reason) => ({ line: 0, reason }))],
    }
  } catch (error) {
    if (error instanceof LegalTextError) throw error
    const { message, code } = error as NodeJS.ErrnoException
    if (!(error instanceof SourceFormatError)) {
      if (code === undefined) throw error
      throw new LegalTextError('invalid_input', say`cannot read ${path}: ${systemReason(error)}`)
    }
    const reason = error.line > 0 ? say`${path}: line ${error.line}: ${message}` : say`${path}: ${message}`
    throw new LegalTextError('invalid_input', reason)
  }
}

function outlineOf({ structure, norms }: Pick<ParsedLaw, 'structure' | 'norms'>): OutlineLine[] {
  return norms.flatMap(({ path, label, heading, text, subdivisions, documentId, structure: above }, index) => {
    const headings = structure.filter(({ start, end }) => start === index && end > index)
    const parts = subdivisions.filter((part) => !/(?:^|\/)satz:[^/]+$/.test(part.path)).length
    const line = Number(documentId.slice(1))
    return [
      ...headings.map((each): OutlineLine => {
        const { level, label: name, title } = each
        return { level, line: null, norm: null, label: name, heading: title, characters: 0, parts: 0 }
      }),
      { level: above.length, line, norm: path, label, heading, characters: text.length, parts },
    ]
  })
}
