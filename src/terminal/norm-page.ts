/** A norm as a page: heading, place in the law, wording, footnotes, source. */
import type { Law, Norm } from '../corpus/corpus.ts'
import { headingFootnotes } from '../layout/heading-footnotes.ts'
import { type Field, fieldLines, titleLines } from './fields.ts'
import { normTextLines } from './norm-text.ts'
import { type Screen, styled } from './screen.ts'
import { wrapText } from './wrap.ts'

/** What the page needs of the norm's law. */
export type LawOfNorm = Pick<Law, 'title' | 'abbreviation' | 'status_date'>

export interface NormAnswer extends Norm {
  /** How a short form led here; told only where the norm is not the one that was named. */
  resolution: { by: 'short_form' | 'range'; message: string } | null
}

/** Draws a norm. Where a subdivision was asked for, its text is shown instead of the whole. */
export async function normPage(norm: NormAnswer, law: LawOfNorm, screen: Screen): Promise<string> {
  const lines = [...titleLines(screen, norm.label, norm.heading), ...structureLines(norm, law, screen), '']
  if (norm.resolution?.by === 'range') lines.push(...quiet(screen, norm.resolution.message), '')
  if (norm.selection) lines.push(...quiet(screen, `Only ${norm.selection.path} of this norm:`), '')
  const { text, attachments } = withAttachmentMarks(norm)
  lines.push(...(text === '' ? quiet(screen, emptyText(norm)) : await normTextLines(screen, text)))
  if (attachments.length > 0) {
    lines.push('', styled(screen, 'quiet', 'Not shown here, see the official page:'))
    lines.push(...attachments.flatMap((attachment) => wrapText(attachment, screen.width, '  ')))
  }
  const footnotes = [norm.footnotes, ...norm.structure.map(headingFootnotes)].filter(Boolean)
  if (footnotes.length > 0) {
    lines.push('', styled(screen, 'quiet', 'Footnotes'), ...wrapText(footnotes.join('\n'), screen.width, '  '))
  }
  lines.push('', ...fieldLines(screen, sourceFields(norm, law)))
  return lines.join('\n')
}

function structureLines(norm: Norm, law: LawOfNorm, screen: Screen): string[] {
  const place = norm.structure.map(({ label, title }) => [label, title].filter(Boolean).join(' '))
  return quiet(screen, [law.abbreviation, ...place].filter(Boolean).join(' > '))
}

/**
 * The text that is shown, with a mark at the place of each image and file and what these stand for; marks that the
 * source has beside its text (references to footnotes, numbers of notes) stand in brackets.
 */
function withAttachmentMarks(norm: Norm): { text: string; attachments: string[] } {
  const text = norm.selection?.text ?? norm.text
  const start = Math.max(norm.text.indexOf(text), 0)
  const attachments = norm.attachments.map(({ kind, name, offset, description }, index) => {
    const mark = `[${kind} ${index + 1}]`
    return { mark, offset, legend: [`${mark} ${name}`, description].filter(Boolean).join(': ') }
  })
  const marks = norm.marks.flatMap(({ mark, offset }) =>
    mark === '' ? [] : [{ mark: `[${mark}]`, offset, legend: '' }],
  )
  const shown = [...attachments, ...marks]
    .filter(({ offset }) => offset >= start && offset <= start + text.length)
    .sort((a, b) => a.offset - b.offset)
  let marked = ''
  let end = 0
  for (const { mark, offset } of shown) {
    marked += text.slice(end, offset - start) + mark
    end = offset - start
  }
  return { text: marked + text.slice(end), attachments: shown.map(({ legend }) => legend).filter(Boolean) }
}

function emptyText(norm: Norm): string {
  return norm.status === 'repealed' ? '(This norm is repealed and has no text.)' : '(This norm has no text.)'
}

function sourceFields(norm: Norm, law: LawOfNorm): Field[] {
  const { html_url, fetch_timestamp } = norm.provenance
  return [
    ['Law', `${law.title} (${norm.code})`],
    ['Norm', norm.norm],
    ['Status', [norm.status === 'repealed' ? 'repealed' : '', lawState(law)].filter(Boolean).join('; ')],
    ['Source', html_url],
    ['Fetched', fetch_timestamp],
  ]
}

function lawState(law: LawOfNorm): string {
  return law.status_date ? `law as amended up to ${law.status_date}` : 'the source names no date'
}

const quiet = (screen: Screen, text: string) =>
  wrapText(text, screen.width).map((line) => styled(screen, 'quiet', line))
