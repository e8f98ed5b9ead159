import { get } from 'node:http'
import { datedVersions } from '../../../clients/arm/apiVersions.ts'
import { subjectKinds } from '../../../subjects/kinds.ts'
import { createMetrics } from '../../../telemetry/metrics.ts'
import { knownQueues, knownRunKinds, knownServices } from './knownNames.ts'

const knownLabels: ReadonlySet<string> = new Set([
  ...[...knownServices, ...knownQueues, ...knownRunKinds, ...subjectKinds],
  ...datedVersions(new Date()).map(({ api }) => api),
  ...['queued', 'running', 'waiting', 'failed', 'created', 'retry', 'active', 'idle', 'busy', 'wanted', 'answered'],
  ...['shared', 'access', 'restore', 'page', 'unrouted'],
])
const timeoutMs = 5_000
const maxBytes = 5_000_000

/** Matches labels that are a status class, a bucket bound, or Node's version. */
const numberLabel = /^(?:[1-5]xx|\+Inf|v?\d{1,9}(?:\.\d{1,9}){0,2})$/
/** Matches Node's names for its own memory, resources and garbage collections. */
const nodeLabel = /^[A-Za-z]{1,30}(?:_[A-Za-z]{1,30}){0,4}$/

/**
 * Reads the metrics of the replica on this machine. A line is kept only if it is a metric of Slipway or of its process, with labels that
 * Slipway knows. For Node's own labels, only the shape of a name is checked.
 * @param operations IDs of the operations
 * @throws if there is no response within 5 s
 */
export async function readMetrics({ host, port }: { host: string; port: number }, operations: ReadonlySet<string>): Promise<string> {
  // A server that listens on all IP addresses is called on this machine's own.
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return redactMetrics(await readText(reachable, port), operations)
}

export async function redactMetrics(text: string, operations: ReadonlySet<string>): Promise<string> {
  const names = new Set((await createMetrics().registry.getMetricsAsArray()).map(({ name }) => name))
  return text
    .split('\n')
    .filter((line) => isKnownLine(line, names, operations))
    .map((line) => `${line}\n`)
    .join('')
}

function isKnownLine(line: string, names: ReadonlySet<string>, operations: ReadonlySet<string>): boolean {
  const [, name, labels = '', value] = /^([a-z][a-z0-9_]{0,99})(?:\{([^{}]*)\})? (\S{1,40})$/.exec(line) ?? []
  if (name === undefined || !(value === 'Nan' || Number.isFinite(Number(value)))) return false
  if (!names.has(name) && !names.has(name.replace(/_(?:bucket|sum|count)$/, ''))) return false
  const isName = (text: string) => (name.startsWith('nodejs_') ? nodeLabel.test(text) : knownLabels.has(text) || operations.has(text))
  const pairs = labels === '' ? [] : labels.split(/,(?=[a-z_]+=")/)
  return pairs.every((pair) => {
    const [, text] = /^[a-z_]{1,40}="([^"\\]*)"$/.exec(pair) ?? []
    return text !== undefined && (text === '' || numberLabel.test(text) || isName(text))
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
          if (text.length > maxBytes) request.destroy(new Error('The response is too long.'))
        })
        .on('end', () => (response.statusCode === 200 ? resolve(text) : reject(new Error(`The status is ${response.statusCode}.`))))
        .on('error', reject)
    })
    request.on('error', reject)
  })
}
