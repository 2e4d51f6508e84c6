import * as z from 'zod'
import { nameOfLaw } from '../../citation/laws/customary-names.ts'
import { parseNormPath } from '../../citation/norm-path.ts'
import { record, text } from '../../operations/operation.ts'
import { type relationship, relationships, relationshipType } from '../../operations/relationships.ts'
import { normAddress } from '../addresses.ts'
import { namedNorm } from '../named.ts'
import { asOfFacts, daysInputs, lawOfNormInput, mostInput, nextOffset, oneNormInput, skipInput } from '../schemas.ts'
import { counted, inQuotes, pathOf, withoutNulls, words } from '../text.ts'
import { type ListItem, listTool } from '../tool.ts'

const VERBS = {
  ...{ cites: 'cites', cited_by: 'cited by', contains: 'contains', contained_in: 'contained in' },
  ...{ amends: 'amends', amended_by: 'amended by' },
} as const

export const relatedNorms = listTool({
  name: 'related_norms',
  title: 'Related norms',
  description: 'Norms that a norm cites, is cited by, contains or is contained in. Use it for exceptions.',
  operation: relationships,
  input: z.strictObject({
    norm: oneNormInput,
    code: lawOfNormInput,
    type: relationshipType.optional(),
    limit: mostInput(1000, 50),
    offset: skipInput,
    ...daysInputs,
  }),
  noun: 'relationships',
  output: record(() => ({
    code: text,
    norm: text,
    relationships: z.array(
      z.object({
        type: relationshipType,
        code: text.exactOptional(),
        abbreviation: text.exactOptional(),
        norm: text.exactOptional(),
        label: text.exactOptional(),
        heading: text.exactOptional(),
        law: text.exactOptional().describe('Name of a law that the corpus lacks.'),
        resolved: z.boolean().describe('Whether the corpus has the norm.'),
        places: z.int().describe('How often it is cited, or cites.'),
        citations: z.array(text).describe('The citing words, different ones.'),
        cited_parts: z.array(text).describe('The parts of the cited norm that these words name.'),
        editions: z.array(text).exactOptional(),
        effective_from: z.array(text).exactOptional(),
        address: text.exactOptional(),
      }),
    ),
    total: z.int(),
    next: nextOffset(),
    ...asOfFacts(),
  })),
  async run(corpus, input) {
    const { code, norm } = await namedNorm(corpus, input, input)
    const answer = await relationships.run(corpus, { ...input, code, norm })
    return { ...answer, isPart: (parseNormPath(norm)?.subdivision.length ?? 0) > 0 }
  },
  head: ({ code, norm, total, isPart }) =>
    `${counted(total, 'relationships')} of ${pathOf(code, norm)}${isPart ? ' as a whole, whatever part is named' : ''}.`,
  facts: ({ code, norm, total, as_of, in_force_on, newest_state }) => ({
    ...withoutNulls({ as_of, in_force_on, newest_state }),
    code,
    norm,
    total,
  }),
  items: ({ relationships: links }) => grouped(links).map(itemOf),
})

type Link = z.output<ReturnType<typeof relationship>>

/** Groups consecutive links to the same norm. */
function grouped(links: readonly Link[]): Link[][] {
  const groups: Link[][] = []
  for (const link of links) {
    const [before] = groups.at(-1) ?? []
    const isSame = before?.type === link.type && before.code === link.code && before.norm === link.norm
    if (isSame && link.norm !== null) groups.at(-1)?.push(link)
    else groups.push([link])
  }
  return groups
}

function itemOf(links: readonly Link[]): ListItem {
  const [{ type, code, norm, label, abbreviation, law, heading, resolved }] = links as [Link]
  const citations = unique(links.flatMap(({ citation }) => citation ?? []))
  const cited_parts = unique(links.flatMap(({ subdivision }) => subdivision ?? []))
  const editions = unique(links.flatMap(({ edition }) => edition ?? []))
  const effective_from = unique(links.flatMap((each) => each.effective_from ?? []))
  const name = words(label, code === null ? law : nameOfLaw({ code, abbreviation }), heading) || words(citations[0])
  const address = resolved && code !== null && norm !== null ? normAddress(code, norm) : undefined
  const quotations = citations.length === 0 ? '' : `: ${citations.map(inQuotes).join(', ')}`
  const notes = [
    resolved ? '' : 'not in the corpus',
    ...effective_from.map((day) => `from ${day}`),
    ...editions.map((edition) => words(edition)),
  ].filter(Boolean)
  return {
    text: `- ${VERBS[type]} ${name} ${pathOf(code, norm)}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}${quotations}`,
    facts: withoutNulls({
      ...{ type, code, abbreviation, norm, label, heading, law, resolved, address },
      places: links.length,
      citations,
      cited_parts,
      ...(editions.length > 0 && { editions }),
      ...(effective_from.length > 0 && { effective_from }),
    }),
    entries: links.length,
  }
}

const unique = (all: readonly string[]) => [...new Set(all)]
