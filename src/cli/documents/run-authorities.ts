/** Reads documents and writes the register of their cited norms. */
import { REGISTER_FORMATS, type RegisterFormat, renderRegister } from '../../authorities/formats.ts'
import { type CitingDocument, registerOf } from '../../authorities/register.ts'
import { writeFilesAtomic } from '../../files/write-atomic.ts'
import { say } from '../../i18n/texts.ts'
import { extensionOf, type InputFormat } from '../../read-text/format.ts'
import { checkText } from '../../resolve/check-text.ts'
import { argumentError } from '../../util/arguments.ts'
import { readInputs } from '../check/inputs.ts'
import type { GivenFlags } from '../description.ts'
import { withCorpus } from '../open-corpus.ts'
import { writeNote, writeRendered } from '../output.ts'

type AuthoritiesFlags = GivenFlags<'format' | 'by' | 'out' | 'input' | 'dataset', 'json'>

/** Extensions of output files, besides names of formats. */
const EXTENSIONS: Readonly<Record<string, RegisterFormat>> = { tex: 'latex', htm: 'html', txt: 'text', markdown: 'md' }

/** @throws LegalTextError `invalid_input` for flags that contradict each other, and files that cannot be read or written */
export async function runAuthorities(words: readonly string[], flags: AuthoritiesFlags): Promise<void> {
  const { out, json, by = 'law', dataset } = flags
  if (json && flags.format !== undefined && flags.format !== 'json')
    throw argumentError('--json', say`contradicts --format ${flags.format}`)
  const extension = extensionOf(out ?? '')
  const named = REGISTER_FORMATS.find((each) => each === flags.format) ?? (json ? 'json' : undefined)
  const format = named ?? EXTENSIONS[extension] ?? REGISTER_FORMATS.find((each) => each === extension) ?? 'text'
  if (format === 'docx' && out === undefined) throw argumentError('--format', say`docx needs --out FILE`)
  const { inputs, notes } = await readInputs(words, { input: flags.input as InputFormat | undefined })
  for (const note of notes) await writeNote(note)
  await withCorpus(dataset, format === 'text', async (corpus) => {
    const documents: CitingDocument[] = []
    for (const { file, text, format, placeAt } of inputs) {
      const { findings } = await checkText(corpus, text, { format })
      documents.push({ file, findings, placeAt })
    }
    const written = await renderRegister(await registerOf(corpus, documents), format, by === 'page' ? 'page' : 'law')
    if (out !== undefined) await writeFilesAtomic([{ path: out, text: written }], true)
    else await writeRendered([written.toString()], format === 'json')
  })
}
