import * as z from 'zod'
import { nameOfLaw } from '../../citation/laws/customary-names.ts'
import { stateOfVersion } from '../../layout/notes.ts'
import type { Corpus, TextPart } from '../../model/corpus.ts'
import { lawDiff } from '../../operations/law-diff.ts'
import { normDiff } from '../../operations/norm-diff.ts'
import { type AnswerOf, type InputOf, record, text } from '../../operations/operation.ts'
import { type ComparedNorm, comparedNorm, textPart } from '../../operations/schemas.ts'
import { inlineMarkdown } from '../../render/diff-text.ts'
import { type Item, quoted } from '../answer.ts'
import { lawOrNorm } from '../named.ts'
import { inForceOnInput, lawOfNormInput, nextOffset, oneNormInput, placeInputs, skipInput } from '../schemas.ts'
import { listFrom, pathOf, pick, words } from '../text.ts'
import { defineTool } from '../tool.ts'

/** Unchanged characters shown before and after a change. */
const AROUND = 120

const difference = record(() => ({
  norm: text,
  type: z.enum(['added', 'changed', 'moved', 'removed', 'equal']),
  moved_to: text.exactOptional(),
  label: text,
  heading: text,
  from: comparedNorm().nullable(),
  to: comparedNorm().nullable(),
  differs: z.array(text).describe('What differs: text, heading, status, ….'),
  parts: z
    .array(
      textPart().extend({ left_out: z.int().exactOptional().describe('Unchanged characters left out of `text`.') }),
    )
    .describe('The wording: `equal`, `deleted` and `inserted`, in order.'),
  heading_parts: z.array(textPart()),
  footnote_parts: z.array(textPart().extend({ left_out: z.int().exactOptional() })),
  parts_left_out: z.int().exactOptional().describe('Parts that did not fit.'),
}))

export const diffNorm = defineTool({
  name: 'diff_norm',
  title: 'Compare versions',
  description:
    'What changed in a norm (without `norm`: a law) between two days; by default the last change. Use it for old texts.',
  operations: ['normDiff', 'lawDiff'],
  needsStates: true,
  input: z.strictObject({
    norm: oneNormInput.optional(),
    code: lawOfNormInput,
    from: normDiff.input.shape.from.describe(''),
    to: normDiff.input.shape.to.describe(''),
    in_force_on: inForceOnInput,
    offset: skipInput,
    ...placeInputs,
  }),
  output: record(() => ({
    code: text,
    abbreviation: text,
    title: text,
    norms: z.array(difference()),
    count: z.int(),
    newest_state: text,
    next: nextOffset(),
  })),
  async answer(corpus, { offset, from, to, in_force_on, ...input }) {
    const { note, ...named } = await lawOrNorm(corpus, input)
    const days = { from, to, in_force_on }
    const { norm, code } = named
    const { head, compared, law } =
      norm === undefined ? await ofLaw(corpus, { code, ...days }) : await ofNorm(corpus, { code, norm, ...days })
    return {
      text: [head, note && words(note)].filter(Boolean).join('\n\n'),
      facts: { ...law, count: compared.length },
      list: listFrom(
        offset,
        'norms',
        compared.map((each) => itemOf(each, law.code)),
      ),
    }
  },
})

type LawAnswer = AnswerOf<typeof lawDiff>
type Changed = Omit<LawAnswer['norms'][number], 'type'> & { type: LawAnswer['norms'][number]['type'] | 'equal' }

async function ofLaw(corpus: Corpus, input: InputOf<typeof lawDiff>) {
  const { code, abbreviation, title, from, to, newest_state, norms } = await lawDiff.run(corpus, input)
  const head = `${words(title)} (${words(nameOfLaw({ code, abbreviation }))}): ${norms.length} norms differ between ${from} and ${to}.`
  return { head, compared: norms as Changed[], law: { code, abbreviation, title, newest_state } }
}

async function ofNorm(corpus: Corpus, input: InputOf<typeof normDiff>) {
  const answer = await normDiff.run(corpus, input)
  const { code, abbreviation, title, norm, from, to, newest_state, resolution } = answer
  const shown = to ?? from
  const isMoved = from !== null && to !== null && from.norm !== to.norm
  const changed = answer.differs.length > 0 ? ('changed' as const) : ('equal' as const)
  const compared: Changed = {
    ...answer,
    from: from && comparedOf(from),
    to: to && comparedOf(to),
    norm: from?.norm ?? norm,
    type: from === null ? 'added' : to === null ? 'removed' : isMoved ? 'moved' : changed,
    moved_to: isMoved ? to.norm : null,
    label: shown?.label ?? '',
    heading: shown?.heading ?? '',
  }
  const note = resolution !== null && resolution.by !== 'short_form' ? ` ${words(resolution.message)}` : ''
  const now =
    from !== null && to !== null && !isMoved ? await movedTo(corpus, code, norm, to.version.observed_from) : null
  const moved = now === null ? '' : ` The old text stands at \`${now}\` now.`
  const head = `${words(title)} (${words(nameOfLaw(answer))}).${note}${moved}`
  return { head, compared: [compared], law: { code, abbreviation, title, newest_state } }
}

const comparedOf = (side: ComparedNorm) => pick(side, 'norm', 'label', 'heading', 'status', 'version')

/** Maximum number of examined changes of a law in one state. */
const MOST_CHANGES = 5000

/** The new place of the text of a norm, if another norm took its place on that day. */
async function movedTo(corpus: Corpus, code: string, norm: string, day: string): Promise<string | null> {
  const { items } = await corpus.changes({ since: day, until: day, codes: [code], limit: MOST_CHANGES, offset: 0 })
  return items.find((change) => change.type === 'moved' && change.norm === norm)?.moved_to ?? null
}

interface ShownPart extends TextPart {
  left_out?: number
}

function itemOf(changed: Changed, code: string): Item {
  const parts = withoutUnchanged(changed.parts)
  return {
    ...drawn(changed, code, parts, 0),
    shortened(room) {
      let count = parts.length
      for (;;) {
        const item = drawn(changed, code, parts.slice(0, count), parts.length - count)
        if (item.text.length + JSON.stringify(item.facts).length <= room || count === 0) return item
        count = Math.floor(count * 0.8)
      }
    },
  }
}

/** The parts, with long unchanged ones cut to the context of a change. */
function withoutUnchanged(parts: readonly TextPart[]): ShownPart[] {
  return parts.map((part, place) => {
    const { type, text } = part
    if (type !== 'equal' || text.length <= 2 * AROUND) return part
    const before = place === 0 ? '' : text.slice(0, AROUND)
    const after = place === parts.length - 1 ? '' : text.slice(-AROUND)
    return { type, text: `${before} […] ${after}`, left_out: text.length - before.length - after.length }
  })
}

function drawn(changed: Changed, code: string, parts: readonly ShownPart[], leftOut: number): Item {
  const { norm, type, moved_to, label, heading, from, to, differs, heading_parts, footnote_parts } = changed
  const sides = [sideOf('Old', from), sideOf('New', to)].filter(Boolean).join('; ')
  const what = type === 'equal' ? 'no difference' : type === 'moved' ? `renumbered to \`${moved_to}\`` : type
  const left = leftOut > 0 ? `${leftOut} more parts are left out; ask for more with \`max_tokens\`.` : ''
  const isHeading = from !== null && to !== null && differs.includes('heading')
  const isText = from === null || to === null || differs.includes('text')
  const footnotes = differs.includes('footnotes') ? withoutUnchanged(footnote_parts) : []
  return {
    text: [
      `### ${words(label || norm, heading)} (${pathOf(code, norm)}): ${what}`,
      sides && `${sides}. Differs: ${differs.join(', ') || 'nothing'}.`,
      isHeading ? `Heading: ${inlineMarkdown(heading_parts)}` : '',
      isText ? quoted(inlineMarkdown(parts)) : '',
      footnotes.length > 0 ? `Footnotes:\n\n${quoted(inlineMarkdown(footnotes))}` : '',
      left,
    ]
      .filter(Boolean)
      .join('\n\n'),
    facts: {
      ...pick(changed, 'norm', 'type'),
      ...(moved_to !== null && { moved_to }),
      ...pick(changed, 'label', 'heading', 'from', 'to', 'differs'),
      parts: isText ? parts : [],
      heading_parts: isHeading ? heading_parts : [],
      footnote_parts: footnotes,
      ...(leftOut > 0 && { parts_left_out: leftOut }),
    },
  }
}

function sideOf(name: string, side: Changed['from']): string {
  if (side === null) return `${name}: none`
  const { observed_from, observed_to } = side.version
  return `${name}: ${stateOfVersion(side.version)} ${observed_to === null ? `since ${observed_from}` : `${observed_from} to ${observed_to}`}`
}
