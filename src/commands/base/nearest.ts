import { editDistance } from '../../citation/similar-names.ts'

/**
 * The name that a mistyped word most likely meant.
 * @returns the nearest name, or `undefined` where none is near: at most a third of the letters may differ, at least 2.
 */
export function nearest(word: string, names: string[]): string | undefined {
  const limit = Math.max(2, Math.floor(word.length / 3))
  const ranked = names
    .map((name) => ({ name, distance: editDistance(word.toLowerCase(), name, limit) }))
    .sort((a, b) => a.distance - b.distance)
  const best = ranked[0]
  return best && best.distance <= limit ? best.name : undefined
}
