import assert from 'node:assert/strict'

/** Length of the shorter text, in characters. */
const SIZE = 20_000

/** Noise floor, in milliseconds. */
const FLOOR = 8

/** Maximum factor in time for 10 times the text. */
const TENFOLD = 20

/**
 * Below this factor, the cause may be a short text that was measured under the noise floor, on a slow machine. The long text is
 * then compared with twice itself, both far above the floor.
 */
const STEEP = 50

/** Number of doublings that make a text 10 times as long. */
const DOUBLINGS = Math.log2(10)

/** Processor time of this thread, in milliseconds; other threads do not count. */
export function processorTime(work: () => unknown): number {
  const start = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}

/** Fails unless the time is linear in the text, which repeats one piece. */
export function assertLinear(work: (text: string) => unknown, piece: string): void {
  const text = piece.repeat(Math.ceil(SIZE / piece.length))
  assertTenfold(work, text, text.repeat(10), piece)
}

/** As {@link assertLinear}, for asynchronous work. */
export async function assertLinearWhenAwaited(work: (text: string) => Promise<unknown>, piece: string): Promise<void> {
  const text = piece.repeat(Math.ceil(SIZE / piece.length))
  const timeOf = async (text: string) => {
    const start = process.threadCpuUsage()
    await work(text)
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / 1000
  }
  const best = async (text: string) => Math.min(await timeOf(text), await timeOf(text), await timeOf(text))
  const growth = async (measure = best) => (await measure(text.repeat(10))) / Math.max(await best(text), FLOOR)
  let ratio = await growth(timeOf)
  for (let again = 0; again < 3 && ratio >= TENFOLD; again++) ratio = await growth()
  for (let again = 0; again < 3 && ratio >= TENFOLD && ratio < STEEP; again++)
    ratio = ((await best(text.repeat(20))) / (await best(text.repeat(10)))) ** DOUBLINGS
  assertRatio(ratio, piece)
}

/** As {@link assertLinear}, for a text of numbered pieces. @param pieceOf returns the piece of a number from 1 */
export function assertLinearInPieces(
  work: (text: string) => unknown,
  pieceOf: (number: number) => string,
  many: number,
): void {
  const text = (count: number) => Array.from({ length: count }, (_, index) => pieceOf(index + 1)).join('')
  assertTenfold(work, text(many), text(10 * many), pieceOf(1))
}

function assertTenfold(work: (text: string) => unknown, text: string, long: string, piece: string): void {
  const timeOf = (text: string) => processorTime(() => work(text))
  const best = (text: string) => Math.min(timeOf(text), timeOf(text), timeOf(text))
  const growth = (measure = best) => measure(long) / Math.max(best(text), FLOOR)
  // One run is enough for a fast long text: only a slow one may be a measurement error.
  let ratio = growth(timeOf)
  for (let again = 0; again < 3 && ratio >= TENFOLD; again++) ratio = growth()
  for (let again = 0; again < 3 && ratio >= TENFOLD && ratio < STEEP; again++)
    ratio = (best(long + long) / best(long)) ** DOUBLINGS
  assertRatio(ratio, piece)
}

function assertRatio(ratio: number, piece: string): void {
  assert(ratio < TENFOLD, `10 times the text takes ${ratio.toFixed(1)} times the time: ${JSON.stringify(piece)}`)
}
