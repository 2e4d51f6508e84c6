/** Laws in Markdown as a source family: one version of a law per file. The parser is loaded on demand. */
import { say } from '../../i18n/texts.ts'
import type { SourceFamily } from '../source.ts'
import { isAboutLaws, isMarkdown, MARKDOWN_FAMILY } from './format.ts'

export const markdown = {
  name: MARKDOWN_FAMILY,
  form: say`Markdown files, one law a file`,
  reads: isMarkdown,
  take: async ({ files, skipped = [] }) => {
    const own = files.filter(({ path }) => isMarkdown(path))
    const hasLaws = own.some(({ path }) => !isAboutLaws(path))
    return { files: hasLaws ? own : [], skipped: hasLaws ? skipped.filter(({ path }) => isMarkdown(path)) : [] }
  },
  isText: true,
  isConversion: true,
  takesVersions: true,
  isDated: true,
  isComplete: () => false,
  open: async (input, options) => (await import('./read-files.ts')).openMarkdown(input, options),
  writeTemplate: async (file: string) => (await import('./inspect-file.ts')).writeTemplate(file),
  inspect: async (file: string) => (await import('./inspect-file.ts')).inspectFile(file),
} satisfies SourceFamily & Record<'writeTemplate' | 'inspect', unknown>
