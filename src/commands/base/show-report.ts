import type { Presenter } from '../../terminal/presenter.ts'
import type { Given } from './given.ts'
import { writeJson, writePage } from './output.ts'

/**
 * Writes what came of a command that answers from no corpus: as JSON with --json, else as a page.
 * @param page loads the presenter
 */
export async function showReport<Report>(
  given: Given,
  report: Report,
  page: () => Promise<Presenter<Report>>,
): Promise<void> {
  if (given.has('json')) writeJson(report)
  else await writePage(report, await page())
}
