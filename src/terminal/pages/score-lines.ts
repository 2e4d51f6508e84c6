/** What the score of a hit is made of: one line a part, in plain words. */
import type { ScorePart } from '../../search/types.ts'
import { type Screen, styled } from '../screen.ts'
import { wrapText } from '../wrap.ts'

const FIELDS: Readonly<Record<string, string>> = {
  label: 'in its designation',
  heading: 'in its heading',
  law: 'in the title of its law',
  section: 'in the title of its section',
  above: 'in a title above it',
  text: 'in its text',
  opening: 'in its first words',
  citations: 'around citations of it',
}

const PRIORS: Readonly<Record<string, string>> = {
  citations: 'other norms cite it',
  citing_laws: 'other laws cite its law',
  kind: 'it is an annex, a formula, a preamble or a table of contents',
  repealed: 'it is repealed',
  amending_law: 'its law amends or introduces others',
}

/** The score, then its parts, the numbers aligned. */
export function scoreLines(screen: Screen, score: number, parts: readonly ScorePart[], indent: string): string[] {
  const numbers = parts.map((part) => signed(part.score))
  const width = Math.max(0, ...numbers.map(({ length }) => length))
  const lines = parts.flatMap((part, index) => {
    const lead = `${indent}  ${numbers[index]?.padStart(width)}  `
    return wrapText(reason(part), screen.width, lead, ' '.repeat(lead.length))
  })
  return [`${indent}Score ${score.toFixed(4)}`, ...lines].map((line) => styled(screen, 'quiet', line))
}

const signed = (score: number) => (score < 0 ? '' : '+') + score.toFixed(4)

/** Why a part counts: `kuendigung in its heading`. */
function reason({ kind, name, field, from, origin }: ScorePart): string {
  const place = FIELDS[field ?? ''] ?? ''
  switch (kind) {
    case 'term':
      if (origin === 'word') return `${from} ${place}`
      return `${name} ${place} (${origin === 'part' ? 'part' : 'paraphrase'} of ${from})`
    case 'prefix':
      return `${name} in it`
    case 'prior':
      return PRIORS[name] ?? name
    case 'law_named':
      return name === 'heading' ? 'the query is its heading, beside the name of its law' : 'the query names its law'
    case 'heading':
      return name === 'section' ? 'a section with the query as its title begins with it' : 'the query is its heading'
    case 'share':
      return `its ${name} has many of the best results`
    case 'designation':
      return 'the query designates it'
  }
}
