import { say } from '../../i18n/texts.ts'
import type { Corpus } from '../../model/corpus.ts'
import { norm } from '../../operations/norm.ts'
import { wholeNumber } from '../../operations/operation.ts'
import type { QuotationFormat } from '../../render/quotation.ts'
import type { Days } from '../../resolve/as-of.ts'
import type { NormRequest } from '../../resolve/norm-requests.ts'
import { argumentError } from '../../util/arguments.ts'
import { LegalTextError } from '../../util/errors.ts'
import type { CommandDescription } from '../description.ts'
import { daysOf, withCorpusOfDay } from '../open-corpus.ts'
import { type Form, formOf, operationCommand, writeAnswer } from '../operation-command.ts'
import type { Presenter } from '../terminal/screen.ts'

const STANDARD_INPUT = '-'
/** Maximum number of norms before and after, each. */
const MAX_CONTEXT = 100

const one = operationCommand(norm, {
  formats: ['json', 'ndjson', 'csv', 'md', 'text', 'html', 'csl', 'bibtex', 'ris'],
  examples: [
    ['One section, as lawyers write it', 'legal-text norm "§ 14 MSGB" --dataset starter'],
    ['By code and norm path', 'legal-text norm msgbeg art:5/par:1 --dataset starter'],
    ['One item of a list', 'legal-text norm msgb "§ 14 Abs. 1 Satz 1 Nr. 1" --dataset starter'],
    ['Without quotation marks', 'legal-text norm § 14 Abs. 1 MSGB --dataset starter'],
    ['A range of sections', 'legal-text norm msgb 12-14 --dataset starter'],
    ['The headings of three sections', 'legal-text norm msgb 1 2 14 --json --dataset starter | jq -r .heading'],
    ['With the norms before and after it', 'legal-text norm msgb 14 -C 1 --dataset starter'],
    ['As published on a day', 'legal-text norm msgb 1 --as-of 2025-01-01 --dataset starter'],
    ['A quotation for a brief', 'legal-text norm "§ 14 Abs. 2 MSGB" --cite --dataset starter'],
    ['The same, on the clipboard', 'legal-text norm "§ 14 Abs. 2 MSGB" --copy --dataset starter'],
    ['A reference for BibLaTeX', 'legal-text norm "§ 14 Abs. 2 MSGB" --format bibtex --dataset starter'],
    ['Many, one request per line', 'printf "msgb 1\\n§ 14 MSGB\\n" | legal-text norm - --dataset starter'],
    ['The second of eight shares of them', 'legal-text norm - --shard 2/8 --dataset federal.sqlite <requests.txt'],
  ],
  page,
})

async function page(corpus: Corpus): Promise<Presenter<unknown>> {
  return (await import('../norm-requests.ts')).normPresenter(corpus)
}

const command: CommandDescription = {
  ...one,
  description:
    `${one.description} The word norm may be left out: legal-text msgb 14. You can give several norms of a law, or ` +
    'several designations with their laws; quotation marks ' +
    'may be left out. A list or range (`§§ 433, 434`, `§§ 433 bis 435`, `433-435`) is answered norm by norm; `§ 433 f.` ' +
    'means two norms, `§§ 433 ff.` gives the first one and a note. With -, every non-empty line of standard input is a ' +
    'request: CODE NORM, or a designation with its law; the answers are then lines of JSON unless --format is given. ' +
    'Several requests are answered in order. As JSON, each answer is one line: the ' +
    'same body as over HTTP, or that of an error, with the `request`. The exit code is that of the first error. With ' +
    '--context, the answers come in the order of the law, each norm once, even if requests or their neighbours overlap; ' +
    'of several laws, in the order in which you name them.',
  arguments: (one.arguments ?? []).map((argument) => ({
    ...argument,
    ...(argument.name === 'norm' && { multiple: true }),
  })),
  flags: {
    cite: {
      description:
        'Quote for a brief: the exact wording, then the citation with its day and source. As text, or with --format as md ' +
        'or html.',
    },
    copy: { description: 'Put the quotation on the clipboard, too; implies --cite.' },
    open: { description: 'Also open the page of the norm at its source in the browser. Of one norm only.' },
    context: {
      char: 'C',
      description: `Also show N norms before and N after, 0 to ${MAX_CONTEXT}. Not with standard input.`,
      helpValue: 'N',
    },
    shard: {
      description:
        'Answer only the lines of shard I of N, every Nth from line I on, so that many machines share the work. As JSON, ' +
        'each answer has the `line` of its request. With standard input only.',
      helpValue: 'I/N',
    },
    ...one.flags,
  },
  async run({ args, flags }) {
    const context = contextOf(flags.context)
    const [first, others, form] = [String(args.code), [args.norm ?? []].flat().map(String), formOf(flags)]
    const isStandardInput = first === STANDARD_INPUT
    const quoted = flags.cite || flags.copy ? await quotationFormat(form, context, isStandardInput) : undefined
    // Between numbers `-` is the sign of a range: `433 - 435`.
    if (others.at(-1) === STANDARD_INPUT || (isStandardInput && others.length > 0)) {
      throw new LegalTextError(
        'invalid_input',
        say`standard input (-) cannot be combined with other arguments: legal-text norm -`,
      )
    }
    if (isStandardInput && flags.open) throw argumentError('--open', say`cannot be combined with standard input (-)`)
    if (isStandardInput && context > 0)
      throw argumentError('--context', say`cannot be combined with standard input (-)`)
    if (flags.shard !== undefined && !isStandardInput) {
      throw argumentError('--shard', say`is for lines of standard input: legal-text norm - --shard 2/8`)
    }
    const shard = flags.shard === undefined ? undefined : (await import('../lines.ts')).readShard(flags.shard)
    await withCorpusOfDay(flags, form === 'page' && !isStandardInput, async (corpus) => {
      const days = daysOf(flags)
      const [{ argumentRequests, lineRequests, writeAnswers }, { answerRequest, answersInContext, answersOf }] =
        await Promise.all([import('../norm-requests.ts'), import('../../operations/norm-answers.ts')])
      const pager = !flags['no-pager']
      if (isStandardInput) {
        const { readChunks } = await import('../read-text.ts')
        const answers = answersOf(corpus, lineRequests(corpus, readChunks(STANDARD_INPUT), shard), days)
        return writeAnswers(corpus, { answers, form: form === 'page' ? 'ndjson' : form, pager })
      }
      const requests = await argumentRequests(corpus, [first, ...others])
      const [request] = requests
      if (flags.open) await openOfficialPage(corpus, requests, days)
      if (quoted !== undefined) {
        const { writeQuotations } = await import('../norm-requests.ts')
        return writeQuotations(corpus, answersOf(corpus, requests.map(ofEdition), days), quoted, Boolean(flags.copy))
      }
      if (context > 0) {
        return writeAnswers(corpus, { answers: answersInContext(corpus, requests, context, days), form, pager })
      }
      if (requests.length > 1 || request === undefined || form === 'ndjson' || form === 'csv') {
        return writeAnswers(corpus, { answers: answersOf(corpus, requests, days), form, pager })
      }
      const answer = await answerRequest(corpus, request, days)
      await writeAnswer({ flags, operation: norm, corpus, answer, page })
    })
  },
}

export default command

/** The request, rejected if the corpus lacks the named edition: today's wording would be a wrong quotation. */
const ofEdition = (request: NormRequest): NormRequest => ({
  ...request,
  async read() {
    const named = await request.read()
    if (named.edition === undefined) return named
    const message = say`that wording cannot be quoted: ${named.note}`
    throw new LegalTextError('not_found', message, { code: named.code, norm: named.norm })
  },
})

/** @throws LegalTextError `invalid_input` if there is not exactly one norm, it has no page, or no browser can be started */
async function openOfficialPage(corpus: Corpus, requests: readonly NormRequest[], days: Days): Promise<void> {
  const [request, ...others] = requests
  if (request === undefined || others.length > 0) {
    throw argumentError('--open', say`opens the page of one norm, not of ${requests.length}`)
  }
  const [{ answerRequest }, { openPage }] = await Promise.all([
    import('../../operations/norm-answers.ts'),
    import('../terminal/desktop.ts'),
  ])
  const { label, abbreviation, provenance } = await answerRequest(corpus, request, days)
  if (provenance.html_url === null) {
    throw argumentError('--open', say`the source names no page of ${label} ${abbreviation}`)
  }
  await openPage(provenance.html_url)
}

/** @throws LegalTextError `invalid_input` if --cite is combined with an incompatible flag */
async function quotationFormat(form: Form, context: number, isStandardInput: boolean): Promise<QuotationFormat> {
  const { QUOTATION_FORMATS } = await import('../../render/quotation.ts')
  const format = form === 'page' ? 'text' : form
  const known = QUOTATION_FORMATS.find((each) => each === format)
  if (known === undefined) throw argumentError('--cite', say`has no format ${form}; expected text, md or html`)
  if (context === 0 && !isStandardInput) return known
  throw argumentError('--cite', say`cannot be combined with ${isStandardInput ? say`standard input (-)` : '--context'}`)
}

/** @throws LegalTextError `invalid_input` */
function contextOf(value: unknown): number {
  if (value === undefined) return 0
  const size = wholeNumber(0, MAX_CONTEXT).safeParse(value)
  if (size.success) return size.data
  throw argumentError('--context', size.error.issues[0]?.message ?? '')
}
