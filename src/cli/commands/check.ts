import { asOfInput, inForceOnInput, jurisdictionInput } from '../../operations/operation.ts'
import { ENCODINGS } from '../../read-text/decode.ts'
import { INPUT_FORMATS } from '../../read-text/format.ts'
import { ERROR_KINDS } from '../../util/errors.ts'
import { checkOptions, documentsArgument, INPUT_VALUES, LINE_FORMATS, OUTPUT_FORMATS } from '../check/options.ts'
import { DATASET, defineCommand } from '../description.ts'

export default defineCommand({
  summary: 'Check all citations of a text.',
  description:
    'Finds every citation in texts and documents (plain text, Markdown, HTML, LaTeX, JSON, XML, DOCX, ODT, and PDF if ' +
    'pdftotext is installed) and reports whether each cited norm exists. A citation is right, wrong (no such law, norm or part, ' +
    'repealed, not yet in force), uncertain (ambiguous, of a named edition, not readable) or outside (of a law outside ' +
    'the corpus). It also compares quotations, in quotation marks or as blocks, with the wording of the norm that they are given for: a citation is wrong if the quoted words are altered, from elsewhere or of no norm. Without --all it lists the citations that are not right, one per line: file, line, column, ' +
    'class, citation, reason. A terminal wraps them at its width; elsewhere only COLUMNS does. The exit code is 3 if a citation is wrong, with --strict if one is not right. All files ' +
    'are read before the first is checked, unless each of their lines is a document.',
  examples: [
    ['A letter from standard input', 'echo "Nach § 1 Abs. 2 MSGB" | legal-text check - --quote --dataset starter'],
    ['All documents of a folder', 'legal-text check briefs --dataset federal.sqlite'],
    ['Markdown below the working directory, without one law', "legal-text check '**/*.md' --ignore-law DSGVO"],
    ['Annotations of a pull request', 'legal-text check docs --format github --baseline citations.json'],
    [
      'Norms that a report cites and that do not exist',
      'legal-text check report.md --json | jq \'select(.status == "not_found")\'',
    ],
    ['The second of eight shares of many documents', 'legal-text check - --input ndjson --shard 2/8 <documents.ndjson'],
  ],
  arguments: [
    documentsArgument(
      'file',
      "File or folder to check, a pattern such as '**/*.md', or - for standard input. Several may be given.",
    ),
  ],
  flags: {
    format: {
      char: 'f',
      description:
        'Output format: text (the default), json, sarif or github (workflow commands of GitHub Actions). As the value of ' +
        '--format, plain, markdown and html still name the input format.',
      helpValue: 'FORMAT',
      options: [...OUTPUT_FORMATS, ...INPUT_VALUES],
    },
    input: {
      description:
        'Input format of all files. Default: detected from the content, then from the extension of the name. With lines ' +
        'and ndjson each line is a document: a text, or a JSON object with a text, and an id and a format if you like.',
      helpValue: 'FORMAT',
      options: [...INPUT_FORMATS, ...LINE_FORMATS],
    },
    encoding: {
      description:
        'Encoding of texts that are not UTF-8 and do not name their encoding. UTF-16 is detected by its byte order mark.',
      helpValue: 'ENCODING',
      options: ENCODINGS,
    },
    shard: {
      description:
        'Check only the lines of shard I of N, every Nth from line I on, so that many machines share the work. Needs ' +
        '--input lines or ndjson.',
      helpValue: 'I/N',
    },
    strict: { description: 'End with 3 if a citation is uncertain or outside, too.' },
    all: { description: 'List right citations, and those in the baseline, too.' },
    quote: { description: 'Show the wording of the cited norms; lists right citations, too.' },
    'no-quotations': { description: 'Do not compare quotations with the wording of the cited norms.' },
    'ignore-law': {
      description: 'Laws whose citations are not checked, by abbreviation, title or code; several separated by commas.',
      helpValue: 'LAWS',
      multiple: true,
    },
    'ignore-file': {
      description:
        'File with laws and citations that are not checked, one per line. Default: .legal-text-ignore, if it exists.',
      helpValue: 'FILE',
      completes: 'file',
    },
    baseline: {
      description: 'File with known findings. They are not listed and do not affect the exit code.',
      helpValue: 'FILE',
      completes: 'file',
    },
    'update-baseline': { description: 'Write the findings of this run to the file of --baseline.' },
    'as-of': {
      description: `${asOfInput.description} Citations are judged by the laws of that day.`,
      helpValue: 'DATE',
    },
    'in-force-on': {
      description: `${inForceOnInput.description} Citations are judged by the laws in force on that day.`,
      helpValue: 'DATE',
    },
    jurisdiction: { description: jurisdictionInput.description ?? '', helpValue: 'JURISDICTION' },
    dataset: DATASET,
    json: {
      description: 'Write JSON, one document per line: each citation, then `{"summary": …}`. Errors too.',
      helpGroup: 'COMMON',
    },
  },
  environment: ['datasetPath', 'XDG_CACHE_HOME'],
  errors: ['not_ready'],
  findings: [[ERROR_KINDS.not_found.exitCode, 'Some citations are wrong; with --strict, not right.']],
  async run({ args, flags }) {
    const { runCheck } = await import('../check/run-check.ts')
    await runCheck(args.file, checkOptions(flags))
  },
})
