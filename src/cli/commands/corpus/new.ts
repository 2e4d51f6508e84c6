import { defineCommand, JSON_FLAG } from '../../description.ts'
import { writeReport } from '../../output.ts'

export default defineCommand({
  summary: 'Write a template for a law in Markdown.',
  description:
    'Writes a file with front matter, each key explained, and a short text that shows headings, Absätze, lists, a table, an ' +
    'annex and a footnote. An existing file is never replaced.',
  examples: [
    ['A by-law of your own', 'legal-text corpus new satzung.md'],
    ['What will be read in it', 'legal-text corpus check satzung.md'],
    ['A corpus of it', 'legal-text corpus build --from satzung.md --out satzung.sqlite'],
  ],
  arguments: [{ name: 'file', description: 'File to write, ending in .md.', required: true, completes: 'file' }],
  flags: { json: JSON_FLAG },
  async run({ args, flags }) {
    const { writeTemplate } = await import('../../../dataset/build-corpus.ts')
    const report = await writeTemplate(args.file)
    await writeReport(flags, report, async () => (await import('../../terminal/pages/bundle-pages.ts')).templatePage)
  },
})
