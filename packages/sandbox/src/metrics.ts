/** What a server on a port counts. */
export interface Metrics {
  /** Notes an answer. */
  count(method: string, status: number, ms: number): void
  /** Everything, in the text format of Prometheus. */
  text(gauges: Readonly<Record<string, number>>): string
}

/** Upper ends of the buckets, in seconds. */
const buckets = [0.005, 0.025, 0.1, 0.5, 2.5, 10]
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Starts to count. The labels are of closed sets: no caller can make the list grow. */
export function createMetrics(): Metrics {
  const answers = new Map<string, number>()
  const within = buckets.map(() => 0)
  let [sum, all] = [0, 0]
  return {
    count(method, status, ms) {
      const labels = `method="${methods.has(method) ? method : 'other'}",status="${status}"`
      answers.set(labels, (answers.get(labels) ?? 0) + 1)
      all += 1
      sum += ms / 1000
      for (const [at, end] of buckets.entries()) if (ms / 1000 <= end) within[at] = (within[at] ?? 0) + 1
    },
    text(gauges) {
      const lines = ['# TYPE cedi_requests_total counter']
      for (const [labels, count] of [...answers].sort()) lines.push(`cedi_requests_total{${labels}} ${count}`)
      lines.push('# TYPE cedi_request_seconds histogram')
      for (const [at, end] of buckets.entries()) lines.push(`cedi_request_seconds_bucket{le="${end}"} ${within[at]}`)
      lines.push(`cedi_request_seconds_bucket{le="+Inf"} ${all}`)
      lines.push(`cedi_request_seconds_sum ${sum.toFixed(6)}`, `cedi_request_seconds_count ${all}`)
      for (const [name, value] of Object.entries(gauges)) lines.push(`# TYPE ${name} gauge`, `${name} ${value}`)
      return `${lines.join('\n')}\n`
    },
  }
}
