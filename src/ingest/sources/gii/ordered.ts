/** Stretches of a text in its order. */
import type { Span } from './plain-text.ts'

/** The first index for which a condition holds that holds from there on; the length if it never does. */
export function firstIndex<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(items[middle] as Item)) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * Groups stretches by the place that they begin after.
 * @param places in their order, as are the stretches
 * @param end stretches that begin there or later are left out
 * @returns those before the first place, then those of each place up to the next one
 */
export function cutAtStarts<Stretch extends Span>(
  stretches: readonly Stretch[],
  places: readonly Pick<Span, 'start'>[],
  end: number,
): Stretch[][] {
  let next = 0
  return [...places.map(({ start }) => start), end].map((to) => {
    const group: Stretch[] = []
    for (let stretch = stretches[next]; stretch !== undefined && stretch.start < to; stretch = stretches[++next]) {
      group.push(stretch)
    }
    return group
  })
}
