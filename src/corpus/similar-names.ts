/** Names that are close to a mistyped one. */

/** More than this share of the letters wrong is another word, not a typing error. */
const TOLERANCE = 0.34

/**
 * The laws with the names closest to `wanted`: fewest typing errors first (insertion, deletion, exchange of a letter,
 * two letters swapped), then names that begin with it, larger laws before smaller ones.
 * @param wanted folded name
 * @param names folded names of laws, several a law
 * @returns at most `limit` laws, each once
 */
export function similarNames<Id>(
  wanted: string,
  names: readonly { name: string; law: Id; norms: number }[],
  limit: number,
): Id[] {
  if (wanted.length < 2 || wanted.length > 60) return []
  const most = Math.max(1, Math.floor(wanted.length * TOLERANCE))
  const found: { law: Id; distance: number; norms: number }[] = []
  for (const { name, law, norms } of names) {
    if (name.startsWith(wanted)) found.push({ law, distance: most, norms })
    else if (Math.abs(name.length - wanted.length) <= most) {
      const distance = editDistance(wanted, name, most)
      if (distance <= most) found.push({ law, distance, norms })
    }
  }
  found.sort((a, b) => a.distance - b.distance || b.norms - a.norms)
  return [...new Set(found.map(({ law }) => law))].slice(0, limit)
}

/** Optimal string alignment distance; anything above `most` may come out as any larger number. */
export function editDistance(a: string, b: string, most: number): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) cost = Math.min(cost, (beforeLast[j - 2] as number) + 1)
      row.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return least
    beforeLast = last
    last = row
  }
  return last[b.length] as number
}
