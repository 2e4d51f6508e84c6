import * as z from 'zod'
import { say } from '../i18n/texts.ts'
import { LINKED_FORMATS } from '../link/link-text.ts'
import { SITES } from '../link/targets.ts'
import { argumentError } from '../util/arguments.ts'
import { finding } from './check.ts'
import { citation } from './cite.ts'
import { defineOperation, flagInput, nullableText, record, text } from './operation.ts'

const place = () => finding().pick({ line: true, column: true })

/** The text, with its right citations as links. */
export const link = defineOperation({
  name: 'link',
  summary: 'Link the citations of a text',
  description:
    'Returns a text with each right citation as a link to its norm: Markdown, HTML or LaTeX. Plain text becomes Markdown, or ' +
    'HTML. Each number of a list, and both ends of a range, are links. Links and code stay as they are; citations that are ' +
    'not right are listed, and not linked. A linked text stays the same.',
  input: z.strictObject({
    text: z.string(say`must be the text to link`).describe('The text to link.'),
    format: z
      .enum(LINKED_FORMATS, say`must be plain, markdown, html or latex`)
      .default('plain')
      .describe('How it is written.'),
    as: z
      .enum(['markdown', 'html'], say`must be markdown or html`)
      .default('markdown')
      .describe('What plain text becomes.'),
    to: z
      .enum(SITES, say`must be official, dejure, buzer, eur-lex or self`)
      .default('official')
      .describe('Where links lead: the official page, dejure.org, buzer.de, EUR-Lex, or a server of your own.'),
    base_url: z
      .url({ protocol: /^https?$/, error: () => say`must be an http(s) URL` })
      .optional()
      .describe('Address of the server, for `self`.'),
    title: flagInput.describe('Give each link the citation and the heading of its norm as a title.'),
  }),
  output: record(() => ({
    text: text.describe('The text with its links.'),
    format: z.enum(['markdown', 'html', 'latex']).describe('Its format; of plain text that which it got.'),
    links: z
      .array(
        place()
          .extend(
            citation().pick({ code: true, norm: true, subdivision: true, text: true, start: true, end: true }).shape,
          )
          .extend({
            address: text.describe('Where the link leads.'),
            title: nullableText.describe('Null without `title`.'),
          }),
      )
      .describe('The links, with their places in the text that was given.'),
    count: z.int().describe('Number of links; a range has two.'),
    kept: z.int().describe('Number of citations that are links already, or within code.'),
    without_address: z.int().describe('Number of right citations without a page that is known.'),
    not_right: z
      .array(finding().pick({ text: true, class: true, status: true, line: true, column: true, message: true }))
      .describe('The citations that are not linked, and why.'),
  })),
  example: { text: 'Nach § 1 Abs. 2 MSGB und § 99 MSGB.' },
  errors: {
    invalid_input: { text: '§ 1 MSGB', to: 'self' },
  },
  async answer(corpus, { text, format, base_url: base, ...options }) {
    if (options.to === 'self' && base === undefined)
      throw argumentError('base_url', say`must be the address of the server, for links to it`)
    const { linkText } = await import('../link/link-text.ts')
    const { links, ...linked } = await linkText(corpus, text, format, { ...options, base })
    return { ...linked, links, count: links.length }
  },
})
