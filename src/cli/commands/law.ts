import { say } from '../../i18n/texts.ts'
import type { Corpus } from '../../model/corpus.ts'
import { law } from '../../operations/law.ts'
import { norms } from '../../operations/norms.ts'
import type {} from '../../operations/operation.ts'
import { formatsOf } from '../../render/formats.ts'
import { argumentError } from '../../util/arguments.ts'
import type { CommandDescription, ParsedArguments } from '../description.ts'
import { daysOf, withCorpusOfDay } from '../open-corpus.ts'
import { type Form, formOf, isJson, operationCommand } from '../operation-command.ts'
import { writeDrawn, writeRendered } from '../output.ts'
import type { Screen } from '../terminal/screen.ts'

const outline = operationCommand(law, {
  joined: true,
  examples: [
    ['A law and its norms', 'legal-text law msverf --dataset starter'],
    ['By its title', 'legal-text law Möwensunder Stadtgesetzbuch --dataset starter'],
    ['Its upper levels', 'legal-text law msgb --depth 1 --dataset starter'],
    ['One part of it', 'legal-text law msgb --part "Buch 2 Abschnitt 1" --dataset starter'],
    ['The wording of a part', 'legal-text law msgb --part "Buch 2 Abschnitt 2" --full --dataset starter'],
    ['Its whole wording, as Markdown', 'legal-text law msverf --full --format md --dataset starter'],
    ['A reference for Zotero', 'legal-text law msgb --format csl --dataset starter'],
    ['Its norms as a table for a spreadsheet', 'legal-text law inselvtr --format csv --dataset starter'],
  ],
  page: async () => (await import('../terminal/pages/law-page.ts')).lawPage,
})

const command: CommandDescription = {
  ...outline,
  description: `${outline.description} With --full, the wording of all its norms, or of those of a part.`,
  flags: {
    full: { description: `Write the wording of all norms, as ${formatsOf(norms).join(', ')}, or pages.` },
    ...outline.flags,
  },
  async run({ args, flags }) {
    if (!flags.full) return outline.run({ args, flags })
    if (flags.depth !== undefined) {
      throw argumentError('--depth', say`cannot be combined with --full; to write less, give a --part`)
    }
    const form = formOf(flags)
    if (form !== 'page' && !formatsOf(norms).includes(form))
      throw argumentError('--format', say`must be ${formatsOf(norms).join(', ')} with --full, not ${form}`)
    const words = [args.code ?? []].flat().map(String)
    await withCorpusOfDay(flags, form === 'page', async (corpus) => {
      await (await import('../law-words.ts')).assertOneLaw(corpus, words)
      await writeWhole(corpus, { args: { code: words.join(' ') }, flags }, form)
    })
  },
}

export default command

async function writeWhole(corpus: Corpus, { args, flags }: ParsedArguments, form: Form): Promise<void> {
  const answer = await norms.stream(corpus, {
    code: String(args.code),
    part: flags.part as string | undefined,
    ...daysOf(flags),
  })
  if (form !== 'page') {
    const { renderParts } = await import('../../render/render.ts')
    return writeRendered(renderParts(norms, form, corpus, answer), isJson(form))
  }
  const { lawWording } = await import('../terminal/pages/law-page.ts')
  const draw = (screen: Screen) => lawWording(corpus, answer, screen)
  await writeDrawn(draw, { pager: !flags['no-pager'] })
}
