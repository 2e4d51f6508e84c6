import { lawDiff } from '../../operations/law-diff.ts'
import { normDiff } from '../../operations/norm-diff.ts'
import { lawOrNormCommand } from '../law-or-norm-command.ts'

const page = async () => (await import('../terminal/pages/diff-page.ts')).diffPage

export default lawOrNormCommand({
  ofNorm: { operation: normDiff, page },
  ofLaw: { operation: lawDiff, page },
  summary: 'Compare two versions of a law or of a norm.',
  description:
    'Shows the words of a norm, or of all norms of a law, that changed from one day to another; without days, between the ' +
    'last two versions. Of a law, norms that were added, renumbered or removed are shown, too. A terminal with at least ' +
    '100 columns has the old text on the left and the new one on the right; a narrower one, one text with the words of ' +
    'both. With --format text, the differences are unified, as of diff -u.',
  formats: ['json', 'md', 'text', 'html'],
  examples: [
    ['The last change of a section', 'legal-text diff "§ 16 MSGB" --dataset starter'],
    ['A law on two days', 'legal-text diff msgb --from 2024-06-01 --to 2026-01-01 --dataset starter'],
    ['As a page for a browser', 'legal-text diff msgb 16 --format html --dataset starter'],
  ],
})
