import { REGISTER_FORMATS } from '../../authorities/formats.ts'
import { documentsArgument, INPUT_FLAG } from '../check/options.ts'
import { DATASET, defineCommand } from '../description.ts'

export default defineCommand({
  summary: 'Write the table of the norms that documents cite.',
  description:
    'Lists all norms that documents cite, with the places: pages of a PDF, footnotes or paragraphs of a word processor’s ' +
    'document, lines of a text. Laws are in alphabetical order of their abbreviations, with title, gazette and last amendment; norms ' +
    'are in the order of the law. Citations that are uncertain, or of laws outside the corpus, follow; wrong ones stand last. ' +
    'They do not change the exit code.',
  examples: [
    ['The table of a thesis', 'legal-text authorities thesis.pdf'],
    ['For LaTeX', 'legal-text authorities thesis.tex --format latex --out norms.tex'],
    ['As a Word document', 'legal-text authorities brief.docx --out norms.docx'],
    ['By page', 'legal-text authorities thesis.pdf --by page --format md'],
    ['Of a text', 'echo "Nach § 1 Abs. 2 MSGB" | legal-text authorities - --dataset starter'],
  ],
  arguments: [
    documentsArgument(
      'file',
      "File or folder to read, a pattern such as '**/*.md', or - for standard input. Several may be given.",
    ),
  ],
  flags: {
    format: {
      char: 'f',
      description: 'Output format. Default: that of the extension of --out, else text.',
      helpValue: 'FORMAT',
      options: REGISTER_FORMATS,
    },
    by: {
      description: 'Order: law (the default), or page: the norms of each place.',
      helpValue: 'ORDER',
      options: ['law', 'page'],
    },
    out: { char: 'o', description: 'File to write to. DOCX needs one.', helpValue: 'FILE', completes: 'file' },
    input: INPUT_FLAG,
    dataset: DATASET,
    json: { description: 'The same as --format json; errors too.', helpGroup: 'COMMON' },
  },
  environment: ['datasetPath', 'XDG_CACHE_HOME'],
  errors: ['not_ready'],
  async run({ args, flags }) {
    const { runAuthorities } = await import('../documents/run-authorities.ts')
    await runAuthorities(args.file, flags)
  },
})
