import type { Corpus } from '../corpus/corpus.ts'
import { formatsOf } from '../formats/formats.ts'
import { law } from '../operations/law.ts'
import { norms } from '../operations/norms.ts'
import { invalidInput, parseInput } from '../operations/operation.ts'
import type { Screen } from '../terminal/screen.ts'
import type { CommandDescription, Given } from './base/description.ts'
import { withCorpus } from './base/open-corpus.ts'
import { type Form, formOf, isJson, operationCommand } from './base/operation-command.ts'

const outline = operationCommand(law, {
  examples: [
    ['A law and its norms', 'legal-text law msverf --dataset starter'],
    ['By its title', 'legal-text law "Hafengesetz" --dataset starter'],
    ['Its whole wording, as Markdown', 'legal-text law msverf --full --format md --dataset starter'],
    ['Its norms as a table for a spreadsheet', 'legal-text law inselvtr --format csv --dataset starter'],
  ],
  page: async () => (await import('../terminal/pages/law-page.ts')).lawPage,
})

const command: CommandDescription = {
  ...outline,
  description: `${outline.description} With --full the wording of all norms, which is written as it is read.`,
  flags: {
    full: { description: `The wording of all norms, as ${formatsOf(norms).join(', ')}, or pages.` },
    ...outline.flags,
  },
  async run(given) {
    if (!given.has('full')) return outline.run(given)
    const form = formOf(given)
    if (form !== 'page' && !formatsOf(norms).includes(form)) {
      const message = `must be ${formatsOf(norms).join(', ')} with --full, not ${form}`
      throw invalidInput(new Map([['--format', message]]), {})
    }
    await withCorpus(given.text('dataset'), form === 'page', (corpus) => showWhole(corpus, given, form))
  },
}

export default command

async function showWhole(corpus: Corpus, given: Given, form: Form): Promise<void> {
  const answer = await norms.stream?.(corpus, parseInput(norms, { code: given.required('code') }))
  if (answer === undefined) throw new Error('the norms of a law do not come in parts')
  const { writeDrawn, writeRendered } = await import('./base/output.ts')
  if (form !== 'page') {
    const { renderParts } = await import('../formats/render.ts')
    return writeRendered(renderParts(norms, form, corpus, answer), isJson(form))
  }
  const { lawWording } = await import('../terminal/pages/law-wording.ts')
  const draw = (screen: Screen) => lawWording(corpus, String(answer.head.code), answer.parts, screen)
  await writeDrawn(draw, { pager: !given.has('no-pager') })
}
