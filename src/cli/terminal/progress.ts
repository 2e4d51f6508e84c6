/** Progress of long work, on stderr. */
import type { Progress } from '../../dataset/options.ts'
import { formatNumber } from '../../i18n/readable.ts'
import { t } from '../../i18n/texts.ts'

interface ProgressStream {
  isTTY?: boolean | undefined
  columns?: number | undefined
  write(text: string): unknown
}

const stages = (): Record<Progress['stage'], string> => ({
  waiting: t`Waiting for another process that is making the same corpus`,
  downloading: t`Downloading`,
  unpacking: t`Unpacking`,
  laws: t`Reading laws`,
  citations: t`Reading citations`,
  search: t`Learning norms for search`,
  seal: t`Sealing the bundle`,
  copying: t`Copying rows`,
  comparing: t`Comparing`,
  packing: t`Packing`,
})

/** Milliseconds between two updates: of the redrawn line on a terminal, and of added lines elsewhere. */
const TERMINAL_INTERVAL = 100
const LINE_INTERVAL = 5000
/** Milliseconds before rates are shown. */
const SETTLING_TIME = 1000

/**
 * Shows progress on a stream: on a terminal one line that is redrawn, elsewhere plain lines.
 * @returns `show` for each step, and `end`, which leaves the cursor on a new line
 */
export function progressReporter(
  stream: ProgressStream,
  now: () => number = () => performance.now(),
): { show(progress: Progress): void; end(): void } {
  let stage: string | undefined
  let started = 0
  let updated = Number.NEGATIVE_INFINITY
  let drawn = false
  const write = (line: string) => {
    if (!stream.isTTY) stream.write(`${line}\n`)
    else stream.write(`\r\x1b[K${line.slice(0, (stream.columns ?? 80) - 1)}`)
    drawn = true
  }
  return {
    show(progress) {
      const time = now()
      const begins = progress.stage !== stage
      if (begins) {
        stage = progress.stage
        started = time
      }
      const interval = stream.isTTY ? TERMINAL_INTERVAL : LINE_INTERVAL
      if (!begins && progress.done < progress.total && time - updated < interval) return
      updated = time
      write(progressLine(progress, time - started))
    },
    end() {
      if (drawn && stream.isTTY) stream.write('\r\x1b[K')
      drawn = false
    },
  }
}

/** `Reading laws: 1,204 of 6,877, 412/s, 14 s left` @param elapsed milliseconds since the stage began */
export function progressLine({ stage, done, total, unit }: Progress, elapsed: number): string {
  if (stage === 'seal' || (done === 0 && total === 0)) return stages()[stage]
  const [scale, sign] = unit === 'bytes' ? [1_000_000, ' MB'] : [1, '']
  const number = (value: number) => formatNumber(Math.round(value))
  const count = (value: number) => number(value / scale) + sign
  const counts = `${stages()[stage]}: ${total === 0 ? count(done) : t`${count(done)} of ${count(total)}`}`
  if (elapsed < SETTLING_TIME || done === 0) return counts
  const rate = (done / elapsed) * 1000
  const left = total === 0 ? '' : t`, ${number(Math.ceil((total - done) / rate))} s left`
  return `${counts}, ${count(rate)}/s${left}`
}
