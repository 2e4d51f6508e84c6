import { say } from '../../i18n/texts.ts'
import { LegalTextError } from '../../util/errors.ts'
import { DATASET, defineCommand, JSON_FLAG } from '../description.ts'
import { withCorpus } from '../open-corpus.ts'
import { writeJson, writeLines } from '../output.ts'

export default defineCommand({
  summary: 'Pick a norm or a law from a list that follows what you type.',
  description:
    'Full screen, with fzf, which must be installed. The list has the norms that your words designate (msgb 14), laws of ' +
    'that name, and what the search finds; the wording stands beside it. Enter prints the norm, Ctrl-O ' +
    'opens its page at the source, Ctrl-Y copies it as a quotation, Page Up and Page Down move the text, Esc ends. With ' +
    '--list, the rows are written instead: code, norm path and what is shown, with tabs between, for other pickers.',
  arguments: [{ name: 'query', description: 'What to begin with.', multiple: true }],
  flags: {
    list: { description: 'Write the rows of the list and end.' },
    json: { ...JSON_FLAG, description: 'Write the rows as one JSON document; errors too.' },
    dataset: DATASET,
  },
  examples: [
    ['Look around', 'legal-text browse'],
    ['Begin with words', 'legal-text browse Hafen'],
    ['The rows alone', 'legal-text browse msgb 14 --list --dataset starter'],
  ],
  environment: ['datasetPath', 'XDG_CACHE_HOME'],
  errors: ['not_ready'],
  async run({ args, flags }) {
    const query = (args.query ?? []).join(' ')
    if (flags.list || flags.json) return writeList(flags, query)
    if (!process.stdin.isTTY || !process.stderr.isTTY) {
      throw new LegalTextError(
        'invalid_input',
        say`browse needs a terminal; in scripts use legal-text search, or browse --list`,
      )
    }
    // Report problems with the corpus before filling the screen.
    await withCorpus(flags.dataset, true, async () => undefined)
    const { pick } = await import('../terminal/picker.ts')
    const row = await pick(query, flags.dataset)
    if (row === undefined) return
    const [code, norm] = row
    const shown = { code: norm === '' ? [code] : code, ...(norm !== '' && { norm: [norm] }) }
    const { default: command } = await (norm === '' ? import('./law.ts') : import('./norm.ts'))
    await command.run({ args: shown, flags: { dataset: flags.dataset } })
  },
})

function writeList(
  { dataset, json }: { dataset?: string | undefined; json?: boolean | undefined },
  query: string,
): Promise<void> {
  return withCorpus(dataset, false, async (corpus) => {
    const [{ browseRows }, { sanitizeText }] = await Promise.all([
      import('../browse-rows.ts'),
      import('../terminal/sanitize.ts'),
    ])
    const rows = await browseRows(corpus, query)
    if (json) return writeJson({ rows: rows.map(([code, norm, shown]) => ({ code, norm: norm || null, shown })) })
    await writeLines(lines(rows.map((row) => row.map((cell) => sanitizeText(cell.replace(/\s+/g, ' '))).join('\t'))))
  })
}

async function* lines(rows: readonly string[]): AsyncGenerator<string> {
  yield* rows
}
