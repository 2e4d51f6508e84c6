import { formatElements } from '../../../src/citation/norm-path.ts'
import { type FoundNorm, findDesignations } from '../../../src/citation/text/find-designations.ts'

/** `par:433/abs:1`, `par:3..6`, `par:305>ff`, with qualifiers after `+`. */
function write({ readings, to, following, subdivision, subdivisionTo, qualifiers }: FoundNorm): string {
  const norm =
    formatElements(readings[0] ?? []) + (to === undefined ? '' : `..${to}`) + (following ? `>${following}` : '')
  const parts = formatElements(subdivision) + (subdivisionTo === undefined ? '' : `..${subdivisionTo}`)
  const rest = qualifiers.map(({ kind, value }) => `+${kind}:${value}`).join('')
  return [norm, ...(parts === '' ? [] : [parts])].join('/') + rest
}

/** Each norm with its law as named by the form, `?` if unnamed; weak citations without a law are left out. */
export function read(text: string): string[] {
  const found: string[] = []
  let behind: string | undefined
  for (const { norms, abbreviation, linkedToNext, weak } of findDesignations(text).reverse()) {
    const law: string | undefined = abbreviation?.text ?? (linkedToNext ? behind : undefined)
    behind = law
    if (!weak) found.unshift(...norms.map((norm) => `${write(norm)} ${law ?? '?'}`))
  }
  return found
}
