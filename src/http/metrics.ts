/** Metrics of requests, of the corpus and of the process, in the text format of Prometheus. */

import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Corpus } from '../model/corpus.ts'
import { version } from '../program/package.ts'
import { LegalTextError } from '../util/errors.ts'
import { heldBytes } from './body-budget.ts'
import { computing } from './computing.ts'
import { counts, type Observer } from './observe.ts'

/** Upper bounds of the buckets of durations, in seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Methods with a series of their own. Clients may send any method, and so create any number of series. */
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** The label of a missing value. */
const NONE = 'none'

/** The metrics of one process at one time, as JSON for another process. */
export type Snapshot = readonly object[]

export interface Metrics {
  readonly observer: Observer
  /** The metrics of this process as text. */
  text(): Promise<string>
  /** The metrics of this process, for {@link aggregate}. */
  snapshot(): Promise<Snapshot>
}

/** Begins to collect metrics. @param corpus called for every text and snapshot */
export function createMetrics(corpus: () => Corpus | LegalTextError): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const observer = requestMetrics(registry)
  const describe = corpusMetrics(registry)
  loadMetrics(registry, corpus)
  return {
    observer,
    async text() {
      await describe(corpus())
      return registry.metrics()
    },
    async snapshot() {
      await describe(corpus())
      return registry.getMetricsAsJSON()
    },
  }
}

/** The metrics of several processes as one text: requests, memory and CPU time are summed. */
export function aggregate(snapshots: readonly Snapshot[]): Promise<string> {
  return AggregatorRegistry.aggregate([...snapshots]).metrics()
}

function requestMetrics(registry: Registry): Observer {
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `legal_text_http_${name}`, help, labelNames, registers: [registry] })
  const requests = counter(
    'requests_total',
    'Requests that have ended. The status is "none" if the client left before the response began.',
    ...(['route', 'method', 'status'] as const),
  )
  const durations = new Histogram({
    name: 'legal_text_http_request_duration_seconds',
    help: 'Time from the head of the request to the end of the answer.',
    labelNames: ['route', 'method'] as const,
    buckets: BUCKETS,
    registers: [registry],
  })
  const bytes = counter('response_bytes_total', 'What was sent, with the heads of the answers.', 'route')
  const failed = counter(
    'failures_total',
    'Requests that were answered with 5xx, by the kind of the error, or the state of SQL for a failing database.',
    'reason',
  )
  const underWay = new Gauge({
    name: 'legal_text_http_requests_in_flight',
    help: 'Requests that are being answered, this one included.',
    registers: [registry],
  })
  return ({ method: sent = '' }) => {
    const method = METHODS.has(sent) ? sent : 'other'
    underWay.inc()
    return (finished) => {
      const route = finished.route ?? NONE
      underWay.dec()
      requests.inc({ route, method, status: finished.status ?? NONE })
      durations.observe({ route, method }, finished.milliseconds / 1000)
      bytes.inc({ route }, finished.bytes)
      if (finished.failure !== undefined) failed.inc({ reason: finished.failure })
    }
  }
}

/** The queue, refused requests, and the connections to a database, read whenever the metrics are. */
function loadMetrics(registry: Registry, corpus: () => Corpus | LegalTextError): void {
  const registers = [registry]
  const counter = (name: string, help: string, label: string, counted: () => ReadonlyMap<string, number>) =>
    new Counter({
      ...{ name: `legal_text_${name}`, help, labelNames: [label], registers },
      collect() {
        this.reset()
        for (const [value, count] of counted()) this.inc({ [label]: value }, count)
      },
    })
  const gauge = (name: string, help: string, states: () => Record<string, number>) =>
    new Gauge({
      ...{ name: `legal_text_${name}`, help, labelNames: ['state'], registers },
      collect() {
        this.reset()
        for (const [state, value] of Object.entries(states())) this.set({ state }, value)
      },
    })
  const database = () => {
    const opened = corpus()
    return opened instanceof LegalTextError ? undefined : opened.database?.()
  }
  gauge('queue_requests', 'Requests that are computed, and that wait for their turn.', () => computing.load)
  gauge('request_bodies_bytes', 'Memory of the bodies of requests until they are answered.', () => ({
    held: heldBytes(),
  }))
  counter('refused_total', 'Requests and connections beyond a limit.', 'reason', () => counts.refused)
  counter(
    'malformed_requests_total',
    'Malformed requests, by the code of the parser.',
    'reason',
    () => counts.malformed,
  )
  gauge('database_connections', 'Connections to the database, and statements that wait for one.', () => {
    const state = database()
    if (state === undefined) return {}
    const { open, most, statements } = state
    const used = Math.min(statements, open)
    return { used, idle: open - used, waiting: Math.max(0, statements - most) }
  })
  counter(
    'database_errors_total',
    'Errors of the database, by SQLSTATE.',
    'code',
    () => database()?.errors ?? new Map(),
  )
}

/** @returns a function that sets the gauges to a corpus; without one they are absent */
function corpusMetrics(registry: Registry): (corpus: Corpus | LegalTextError) => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = [], aggregator: 'min' | 'max' = 'max') =>
    new Gauge({ name: `legal_text_${name}`, help, labelNames, aggregator, registers: [registry] })
  const ready = gauge('corpus_ready', 'Whether a corpus is open (of several processes: in each).', [], 'min')
  const facts = {
    laws: gauge('corpus_laws', 'Laws of the corpus.'),
    norms: gauge('corpus_norms', 'Norms of the corpus.'),
    limitations: gauge('corpus_limitations', 'Sources that are known of but not part of the corpus.'),
  }
  const built = gauge('corpus_built_timestamp_seconds', 'When the bundle was written, in seconds since 1970.')
  const bundle = gauge('corpus_info', 'Which bundle is open.', ['bundle_id', 'schema_version'])
  gauge('info', 'The version of legal-text.', ['version']).set({ version }, 1)
  return async (corpus) => {
    const coverage = corpus instanceof LegalTextError ? undefined : await corpus.coverage()
    bundle.reset()
    ready.set(coverage === undefined ? 0 : 1)
    if (coverage === undefined) {
      for (const fact of [...Object.values(facts), built]) fact.remove()
      return
    }
    bundle.set({ bundle_id: coverage.bundle_id, schema_version: coverage.schema_version }, 1)
    built.set(Date.parse(coverage.built_at) / 1000)
    for (const name of ['laws', 'norms', 'limitations'] as const) facts[name].set(coverage[name])
  }
}
