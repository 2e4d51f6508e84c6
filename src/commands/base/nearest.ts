/**
 * The name that a mistyped word most likely meant.
 * @returns the nearest name, or `undefined` where none is near: at most a third of the letters may differ, at least 2.
 */
export function nearest(word: string, names: string[]): string | undefined {
  const limit = Math.max(2, Math.floor(word.length / 3))
  const ranked = names
    .map((name) => ({ name, distance: editDistance(word.toLowerCase(), name) }))
    .sort((a, b) => a.distance - b.distance)
  const best = ranked[0]
  return best && best.distance <= limit ? best.name : undefined
}

/** Insertions, deletions, exchanges of letters and swaps of neighbours that part two words (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const above = rows[i - 1] ?? []
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + cost)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) best = Math.min(best, (rows[i - 2]?.[j - 2] ?? 0) + 1)
      row.push(best)
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 0
}
