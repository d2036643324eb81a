import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What a server on a port counts. */
export interface Metrics {
  /** Notes an answer. */
  count(method: string, status: number, ms: number): void
  /** Everything, in the text format of Prometheus. */
  text(gauges: Gauges): Promise<string>
}

/** Measured when somebody asks for it. */
interface Gauges {
  readonly inFlight: number
  readonly residentBytes: number
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Starts counting. Labels come from closed sets, so no caller can make the list grow. */
export function createMetrics(): Metrics {
  // One registry for each server, so that several in one process do not mix.
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'cedi_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['method', 'status'] as const,
    registers,
  })
  const seconds = new Histogram({
    name: 'cedi_request_seconds',
    help: 'How long answers took.',
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers,
  })
  const inFlight = new Gauge({ name: 'cedi_requests_in_flight', help: 'Requests that are carried out now.', registers })
  const resident = new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory that the process holds.',
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
