/** Links documents one after the other, and writes them as the flags say. */
import { constants } from 'node:fs'
import { access, readFile, realpath, stat } from 'node:fs/promises'
import { writeFilesAtomic } from '../../files/write-atomic.ts'
import { say } from '../../i18n/texts.ts'
import { LINKED_FORMATS, type LinkedFormat } from '../../link/link-text.ts'
import type { LinkedCitations } from '../../link/links.ts'
import type { Site } from '../../link/targets.ts'
import type { Corpus } from '../../model/corpus.ts'
import { systemReason } from '../../program/system-error.ts'
import { UnreadableDocument } from '../../read-text/files/document.ts'
import type { InputFormat } from '../../read-text/format.ts'
import { placeText } from '../../render/check-verdict.ts'
import { argumentError } from '../../util/arguments.ts'
import { LegalTextError } from '../../util/errors.ts'
import { findInputs, leftOutNote, type OpenedInput, readInput } from '../check/inputs.ts'
import type { GivenFlags } from '../description.ts'
import { withCorpus } from '../open-corpus.ts'
import { writeJson, writeLines, writeNote, writeRendered } from '../output.ts'
import { STANDARD_INPUT } from '../read-text.ts'
import { writeStdout } from '../terminal/stdout.ts'

type LinkFlags = GivenFlags<
  'to' | 'base-url' | 'out' | 'format' | 'input' | 'dataset',
  'title' | 'write' | 'backup' | 'check' | 'json'
>

/** A document with links. */
interface Linked extends LinkedCitations {
  bytes: Buffer
  notes: readonly string[]
}

/** @throws LegalTextError `invalid_input` for flags that contradict each other, and files that cannot be read or written */
export async function runLink(words: readonly string[], flags: LinkFlags): Promise<void> {
  assertFlags(flags)
  const { files, leftOut } = await findInputs(words)
  const { write = false, check = false, json = false, out } = flags
  if (write && files.includes(STANDARD_INPUT)) throw argumentError('--write', say`cannot replace standard input`)
  if (files.length > 1 && !write && !check && !json)
    throw argumentError('file', say`several documents need --write, --check or --json`)
  if (files.length > 1 && out !== undefined) throw argumentError('--out', say`takes one document`)
  const note = leftOutNote(leftOut)
  if (note !== undefined) await writeNote(note)
  await withCorpus(flags.dataset, false, async (corpus) => {
    let failed = 0
    for (const file of files) {
      try {
        const input = await readInput(file, { input: flags.input as InputFormat | undefined }, true)
        if (files.length > 1 && !isLinked(input.kind)) await writeNote(say`${file}: ${notLinked(input.kind)}`)
        else await linkFile(corpus, input, flags)
      } catch (error) {
        if (files.length === 1 || !(error instanceof LegalTextError) || error.kind !== 'invalid_input') throw error
        failed++
        await writeNote(error.message)
      }
    }
    if (failed > 0)
      throw new LegalTextError('invalid_input', say`${failed} of ${files.length} documents could not be linked`)
  })
}

/** @returns the error for a document that cannot get links */
const notLinkable = (file: string, reason: string, cause?: unknown) =>
  new LegalTextError('invalid_input', say`cannot link ${file}: ${reason}`, {}, { cause })

function assertFlags(flags: LinkFlags): void {
  const { write, backup, out, check, to } = flags
  const base = flags['base-url']
  if (backup && !write) throw argumentError('--backup', say`needs --write`)
  if (write && out !== undefined) throw argumentError('--out', say`cannot be combined with --write`)
  if (check && (write || out !== undefined))
    throw argumentError('--check', say`writes nothing: leave out --write and --out`)
  if ((to === 'self') !== (base !== undefined)) throw argumentError('--base-url', say`is for --to self, which needs it`)
  if (base !== undefined && !/^https?:\/\/[^\s"<>]+$/.test(base))
    throw argumentError('--base-url', say`must be an http(s) URL`)
}

async function linkFile(corpus: Corpus, input: OpenedInput, flags: LinkFlags): Promise<void> {
  const { file, placeAt } = input
  const { write, out, check, json } = flags
  if (write && input.kind === 'plain')
    throw notLinkable(file, say`plain text has no links; write Markdown or HTML to another file with --out`)
  const linked = await linkedInput(corpus, input, flags)
  const { links, kept, without_address, not_right } = linked
  if (write) await replaceFile(input, linked.bytes, flags.backup ?? false)
  else if (out !== undefined) await writeFilesAtomic([{ path: out, text: linked.bytes }], true)
  else if (!check && !json) await writeDocument(input, linked.bytes)
  if (json)
    writeJson({
      file,
      links: links.map(({ line, column, ...link }) => ({
        ...(placeAt?.(link.start, link.end) ?? { line, column }),
        ...link,
      })),
      ...{ count: links.length, kept, without_address, not_right },
    })
  else if (check)
    await writeLines(
      (async function* () {
        for (const { text, line, column, start, end, address } of links) {
          const place = placeAt === undefined ? `${line}:${column}` : placeText(placeAt(start, end))
          yield `${file}:${place}: ${text.replace(/\s+/g, ' ')} → ${address}`
        }
      })(),
    )
  for (const note of linked.notes) await writeNote(say`${file}: ${note}`)
  if (!json) {
    const counts = say`${links.length} linked, ${kept} left as they are, ${without_address} without a known page, ${not_right.length} not right`
    await writeNote(say`${file}: ${counts}`)
  }
}

const isLinked = (kind: InputFormat): kind is LinkedFormat | 'docx' | 'odt' =>
  kind === 'docx' || kind === 'odt' || (LINKED_FORMATS as readonly string[]).includes(kind)

const notLinked = (kind: InputFormat): string =>
  kind === 'pdf'
    ? say`a PDF is not linked; link the document that it was made from`
    : say`${kind.toUpperCase()} is not linked; links are written to DOCX, ODT, HTML, Markdown, LaTeX and plain text`

async function linkedInput(corpus: Corpus, input: OpenedInput, flags: LinkFlags): Promise<Linked> {
  const { file, kind, bytes, text } = input
  if (!isLinked(kind)) throw notLinkable(file, notLinked(kind))
  const options = { to: flags.to as Site | undefined, base: flags['base-url'], title: flags.title }
  try {
    if (kind === 'docx' || kind === 'odt') {
      const { linkDocument } = await import('../../link/packed-links.ts')
      return await linkDocument(corpus, input, bytes, options)
    }
    const { linkText } = await import('../../link/link-text.ts')
    const as =
      flags.format === 'html' || (flags.format === undefined && /\.x?html?$/i.test(flags.out ?? ''))
        ? 'html'
        : 'markdown'
    const linked = await linkText(corpus, text, kind, { ...options, as })
    const isWithoutPackage =
      kind === 'latex' && linked.links.length > 0 && /\\documentclass/.test(text) && !/\{[^{}]*\bhyperref\b/.test(text)
    const note = say`the document does not load hyperref, which the links need: add \\usepackage{hyperref}`
    return {
      ...linked,
      bytes: encoded(linked.text, text, bytes),
      notes: [...input.notes, ...(isWithoutPackage ? [note] : [])],
    }
  } catch (error) {
    if (error instanceof UnreadableDocument) throw notLinkable(file, error.message, error)
    throw error
  }
}

/** Encodes a text in the encoding of its source. @throws UnreadableDocument for encodings other than UTF-8 and UTF-16 */
function encoded(linked: string, text: string, bytes: Buffer): Buffer {
  for (const [mark, encoding] of [
    ['', 'utf8'],
    ['\ufeff', 'utf8'],
    ['\ufeff', 'utf16le'],
  ] as const)
    if (Buffer.from(mark + text, encoding).equals(bytes)) return Buffer.from(mark + linked, encoding)
  throw new UnreadableDocument(say`links are written to texts in UTF-8 only; save it as UTF-8`)
}

async function writeDocument({ file, kind }: OpenedInput, bytes: Buffer): Promise<void> {
  if (kind !== 'docx' && kind !== 'odt') return writeRendered([bytes.toString()], false)
  if (process.stdout.isTTY)
    throw notLinkable(file, say`a document of a word processor cannot be shown on a terminal; use --out or --write`)
  await writeStdout(bytes)
}

/**
 * Replaces a file atomically; a symbolic link stays one.
 * @throws LegalTextError `invalid_input` if it has changed since it was read, or cannot be written
 */
export async function replaceFile(
  { file, bytes }: Pick<OpenedInput, 'file' | 'bytes'>,
  linked: Buffer,
  backup: boolean,
): Promise<void> {
  if (linked.equals(bytes)) return
  const refuse = (reason: string, cause?: unknown) =>
    new LegalTextError('invalid_input', say`cannot write ${file}: ${reason}`, {}, { cause })
  try {
    const path = await realpath(file)
    await access(path, constants.W_OK)
    const { mode, ...owner } = await stat(path)
    if (!(await readFile(path)).equals(bytes)) throw refuse(say`it has changed since it was read`)
    const kept = { mode: mode & 0o7777, owner }
    const copy = `${path}.bak`
    const isCopied = async () => (await readFile(copy)).equals(bytes)
    // An aborted run may have left the copy.
    if (backup && !(await isCopied().catch(() => false)))
      await writeFilesAtomic([{ path: copy, text: bytes, ...kept }], false)
    await writeFilesAtomic([{ path, text: linked, ...kept }], true)
  } catch (error) {
    throw error instanceof LegalTextError ? error : refuse(systemReason(error), error)
  }
}
