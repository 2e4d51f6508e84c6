import { defineCommand, JSON_FLAG } from '../../description.ts'
import { writeReport } from '../../output.ts'

export default defineCommand({
  summary: 'Show what the importer reads in a Markdown file.',
  description:
    'Reads a law in Markdown as `corpus build` does, without building: what its front matter says, its headings and norms ' +
    'with their lines, the number of characters and parts of each, and what is doubtful: designations that are there twice, ' +
    'paragraphs that are read as headings, content that is left out. Nothing is written.',
  examples: [
    ['A by-law before it becomes a corpus', 'legal-text corpus check satzung.md'],
    ['Its norms by their paths', "legal-text corpus check satzung.md --json | jq -r '.outline[].norm'"],
    ['Lines that are doubtful', "legal-text corpus check satzung.md --json | jq '.findings'"],
  ],
  arguments: [{ name: 'file', description: 'Markdown file to read.', required: true, completes: 'file' }],
  flags: { json: JSON_FLAG },
  async run({ args, flags }) {
    const { inspectFile } = await import('../../../dataset/build-corpus.ts')
    const report = await inspectFile(args.file)
    await writeReport(flags, report, async () => (await import('../../terminal/pages/bundle-pages.ts')).fileCheckPage)
  },
})
