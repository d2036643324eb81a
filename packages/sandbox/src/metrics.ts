import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Prometheus metrics of an HTTP server. */
export interface Metrics {
  /** Counts a response. */
  count(method: string, status: number, ms: number): void
  /** Returns all metrics in the Prometheus text format. */
  text(gauges: Gauges): Promise<string>
}

/** Gauges, measured on each scrape. */
interface Gauges {
  readonly inFlight: number
  readonly residentBytes: number
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Creates the metrics. Labels have a fixed set of values, so that clients cannot increase their number. */
export function createMetrics(): Metrics {
  // One registry per server: a process may run several servers.
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'cedi_requests_total',
    help: 'Completed requests.',
    labelNames: ['method', 'status'] as const,
    registers,
  })
  const seconds = new Histogram({
    name: 'cedi_request_seconds',
    help: 'Duration of requests.',
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers,
  })
  const inFlight = new Gauge({ name: 'cedi_requests_in_flight', help: 'Requests in progress.', registers })
  const resident = new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory of the process.',
    registers,
  })
  return {
    count(method, status, ms) {
      requests.inc({ method: methods.has(method) ? method : 'other', status: String(status) })
      seconds.observe(ms / 1000)
    },
    text(gauges) {
      inFlight.set(gauges.inFlight)
      resident.set(gauges.residentBytes)
      return registry.metrics()
    },
  }
}
