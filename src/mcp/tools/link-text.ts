import * as z from 'zod'
import { link } from '../../operations/link.ts'
import { record } from '../../operations/operation.ts'
import { counted, inQuotes, listFrom, words } from '../text.ts'
import { defineTool } from '../tool.ts'

const { text, format } = link.input.shape

export const linkText = defineTool({
  name: 'link_text',
  title: 'Link citations',
  description: 'A text with its right citations as links; plain text as Markdown.',
  operations: [link.name],
  input: z.strictObject({
    text: text.describe(''),
    format: format.describe(''),
  }),
  output: record(() => ({
    text: z.string(),
    format: z.enum(['markdown', 'html', 'latex']),
    count: z.int(),
    kept: z.int(),
    without_address: z.int(),
    not_right: link.output().shape.not_right,
    next: z.int().nullable(),
  })),
  async answer(corpus, input) {
    const { links: _links, not_right, ...linked } = await link.run(corpus, input)
    const items = not_right.map((each) => ({
      text: `- line ${each.line}, column ${each.column}, ${inQuotes(each.text)}: **${each.class}**${each.message === null ? '' : `; ${words(each.message)}`}`,
      facts: { ...each },
    }))
    const head = `${counted(linked.count, 'links')}; ${linked.kept} citations stay as they are, ${linked.without_address} have no known page, ${not_right.length} are not right.`
    return { text: `${linked.text}\n\n${head}`, facts: linked, list: listFrom(0, 'not_right', items, 'citations') }
  },
})
