import { defineCommand, JSON_FLAG } from '../../description.ts'
import { writeReport } from '../../output.ts'

export default defineCommand({
  summary: 'Write a template for a law in Markdown.',
  description:
    'Writes a file with front matter, each key explained, and a short text that shows headings, Absätze, lists, a table, an ' +
    'annex and a footnote. An existing file is never replaced.',
  examples: [
    ['A by-law of your own', 'legal-text corpus new satzung.md'],
    ['A contract among others', 'legal-text corpus new contracts/general-terms.md'],
    ['With a report for scripts', 'legal-text corpus new satzung.md --json'],
  ],
  arguments: [{ name: 'file', description: 'File to write, ending in .md.', required: true, completes: 'file' }],
  flags: { json: JSON_FLAG },
  async run({ args, flags }) {
    const { writeTemplate } = await import('../../../dataset/build-corpus.ts')
    const report = await writeTemplate(args.file)
    await writeReport(flags, report, async () => (await import('../../terminal/pages/bundle-pages.ts')).templatePage)
  },
})
