import { get } from 'node:http'
import { datedVersions } from '../../../clients/arm/apiVersions.ts'
import { createMetrics } from '../../../telemetry/metrics.ts'
import { knownServices } from './knownNames.ts'

/** Labels with spaces. */
const knownLabels: ReadonlySet<string> = new Set([...knownServices, ...datedVersions(new Date()).map(({ api }) => api)])
const timeoutMs = 5_000
const maxBytes = 5_000_000

/** Names in the code, classes of statuses, bounds of buckets, and Node's version. */
const labelPattern = /^(?:[A-Za-z]{1,30}(?:_[A-Za-z]{1,30}){0,4}|[1-5]xx|\+Inf|v?\d{1,9}(?:\.\d{1,9}){0,2})$/

/**
 * Reads the metrics of the replica on this machine. A line is kept only if it is a metric of Slipway or of its process, with labels that
 * are names in the code.
 * @throws if nothing answers within 5 s
 */
export async function readMetrics({ host, port }: { host: string; port: number }): Promise<string> {
  // A server that listens on all addresses is asked on this machine.
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return keepMetrics(await readText(reachable, port))
}

/** Keeps the lines of Slipway's metrics. */
export async function keepMetrics(text: string): Promise<string> {
  const names = new Set((await createMetrics().registry.getMetricsAsArray()).map(({ name }) => name))
  return text
    .split('\n')
    .filter((line) => isKnownLine(line, names))
    .map((line) => `${line}\n`)
    .join('')
}

function isKnownLine(line: string, names: ReadonlySet<string>): boolean {
  const [, name, labels = '', value] = /^([a-z][a-z0-9_]{0,99})(?:\{([^{}]*)\})? (\S{1,40})$/.exec(line) ?? []
  if (name === undefined || !(value === 'Nan' || Number.isFinite(Number(value)))) return false
  if (!names.has(name) && !names.has(name.replace(/_(?:bucket|sum|count)$/, ''))) return false
  const pairs = labels === '' ? [] : labels.split(/,(?=[a-z_]+=")/)
  return pairs.every((pair) => {
    const [, text] = /^[a-z_]{1,40}="([^"\\]*)"$/.exec(pair) ?? []
    return text !== undefined && (text === '' || labelPattern.test(text) || knownLabels.has(text))
  })
}

function readText(host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get({ host, port, path: '/metrics', signal: AbortSignal.timeout(timeoutMs) }, (response) => {
      let text = ''
      response
        .setEncoding('utf8')
        .on('data', (chunk: string) => {
          text += chunk
          if (text.length > maxBytes) request.destroy(new Error('The answer is too long.'))
        })
        .on('end', () => (response.statusCode === 200 ? resolve(text) : reject(new Error(`The status is ${response.statusCode}.`))))
        .on('error', reject)
    })
    request.on('error', reject)
  })
}
