import { say } from '../../i18n/texts.ts'
import { SITES } from '../../link/targets.ts'
import { documentsArgument, INPUT_FLAG } from '../check/options.ts'
import { DATASET, defineCommand } from '../description.ts'

export default defineCommand({
  summary: 'Write a document with its citations as links.',
  description:
    'Writes documents again with each right citation as a link to its norm: DOCX and ODT with real hyperlinks, also in notes, ' +
    'tables, headers and footers; HTML, Markdown and LaTeX in their own markup; plain text as Markdown or HTML. The rest of ' +
    'the document stays as it is, byte for byte: also what is a link already, code, and text that was deleted in tracked changes. Each number of a list, and both ends of a ' +
    'range, are links. Citations that are not right are not linked, and do not change the exit code. A second run changes ' +
    'nothing. One document is written to standard output, or to the file of --out; --write replaces the files themselves.',
  examples: [
    ['A Word document, into another file', 'legal-text link brief.docx --out linked.docx'],
    ['All documents of a folder in place, with copies', 'legal-text link briefs --write --backup'],
    ['A letter as a web page', 'echo "§ 1 Abs. 2 MSGB" | legal-text link - -f html --dataset starter'],
    ['Only list what would be linked', 'legal-text link thesis.tex --check'],
    [
      'Links to a server of your own, with headings',
      'legal-text link a.md -w --to self --base-url https://laws.example --title',
    ],
  ],
  arguments: [
    documentsArgument(
      'file',
      "File or folder to link, a pattern such as '**/*.md', or - for standard input. Several need --write or --check.",
    ),
  ],
  flags: {
    to: {
      description: 'Where links lead. A citation without a known page there is not linked.',
      helpValue: 'SITE',
      options: SITES,
      meanings: [
        say`The official page of the norm (the default).`,
        say`dejure.org, which lacks some laws.`,
        say`buzer.de, found by abbreviation and number.`,
        say`EUR-Lex; acts of the European Union only.`,
        say`A server of your own; needs --base-url.`,
      ],
    },
    'base-url': { description: 'Address of your server, for --to self.', helpValue: 'URL' },
    title: {
      description: 'Give each link the citation and the heading of its norm as a title. LaTeX has none.',
    },
    write: {
      char: 'w',
      description: 'Replace the files, each in one step. A file that changed in the meantime is not replaced.',
    },
    backup: { description: 'With --write, keep a copy with .bak after its name.' },
    out: { char: 'o', description: 'File to write one document to.', helpValue: 'FILE', completes: 'file' },
    check: { description: 'Write nothing; list each citation that would be a link, with its place and address.' },
    format: {
      char: 'f',
      description: 'What plain text becomes. Default: html if --out ends so, else md.',
      helpValue: 'FORMAT',
      options: ['md', 'html'],
    },
    input: INPUT_FLAG,
    dataset: DATASET,
    json: {
      description: 'Write a report as JSON, one line per document, instead of the document; errors too.',
      helpGroup: 'COMMON',
    },
  },
  environment: ['datasetPath', 'XDG_CACHE_HOME'],
  errors: ['not_ready'],
  async run({ args, flags }) {
    const { runLink } = await import('../documents/run-link.ts')
    await runLink(args.file, flags)
  },
})
