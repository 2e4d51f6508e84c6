import assert from 'node:assert/strict'

/** Characters of the shorter text. */
const SIZE = 20_000

/** Times below this, in milliseconds, are noise. */
const FLOOR = 8

/** What 10 times the text may take at most, against the time of the text. */
const TENFOLD = 20

/**
 * Below this, what 10 times the text takes may come from a short text that was measured as lasting less than the floor, on a slow machine. The
 * long text is then compared with twice itself, both being far above the floor.
 */
const STEEP = 50

/** How many times a text is doubled to be 10 times as long. */
const DOUBLINGS = Math.log2(10)

/** The time of the processor that something takes in this thread, in milliseconds: others that use it do not count. */
export function processorTime(work: () => unknown): number {
  const start = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}

/** Fails unless something takes time in proportion to its text, which is made of one piece again and again. */
export function assertLinear(work: (text: string) => unknown, piece: string): void {
  const text = piece.repeat(Math.ceil(SIZE / piece.length))
  assertTenfold(work, text, text.repeat(10), piece)
}

/** The same for work that is awaited. */
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

/** The same for a text of pieces that are counted. @param pieceOf the piece of a number from 1 */
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
  // Once is enough for a long text that is quick: only a slow one may have been measured badly.
  let ratio = growth(timeOf)
  for (let again = 0; again < 3 && ratio >= TENFOLD; again++) ratio = growth()
  for (let again = 0; again < 3 && ratio >= TENFOLD && ratio < STEEP; again++)
    ratio = (best(long + long) / best(long)) ** DOUBLINGS
  assertRatio(ratio, piece)
}

function assertRatio(ratio: number, piece: string): void {
  assert(ratio < TENFOLD, `10 times the text takes ${ratio.toFixed(1)} times the time: ${JSON.stringify(piece)}`)
}
