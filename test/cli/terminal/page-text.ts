import { type Page, partsOf } from '../../../src/cli/terminal/screen.ts'

/** A page as one text. */
export async function pageText(page: Page): Promise<string> {
  let text = ''
  for await (const part of partsOf(page)) text += part
  return text
}
