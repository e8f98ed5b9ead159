import { denialCode } from '../auth/access.ts'
import { type ErrorCode, errorCodes, ProblemReference } from '../errors.ts'
import { inMemoryListOf } from './inMemoryList.ts'
import type { Operation } from './operation.ts'

// Every route checks credentials and origin, whatever the access rule of its operation.
const commonErrors: ErrorCode[] = [
  'invalidRequest',
  'unauthenticated',
  'insecureTransport',
  'crossSite',
  'misdirected',
  'tooManyRequests',
  'internal',
  'overloaded',
  'unavailable',
]
const writeErrors: ErrorCode[] = [
  'unsupportedMediaType',
  'payloadTooLarge',
  'inFlight',
  'idempotencyMismatch',
  'maintenance',
  'pausedAfterRestore',
  'outcomeUnknown',
  // Any write that decides, edits or submits a request records evidence.
  'evidenceFailed',
]

export function declaredErrors(operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>([...commonErrors, ...(operation.errors ?? [])])
  if (operation.ignoresCredentials) for (const code of ['unauthenticated', 'insecureTransport'] as const) codes.delete(code)
  if (operation.urgent) codes.delete('overloaded')
  if (operation.access !== 'anyone') codes.add(denialCode(operation.id))
  if (operation.method !== 'GET') for (const code of writeErrors) codes.add(code)
  if (operation.stepUp) codes.add('stepUpNeeded')
  if (inMemoryListOf(operation)) codes.add('invalidFilter')
  if (operation.shownOnceMessage) codes.add('conflict')
  return [...codes]
}

export function contractStatuses(operation: Operation): number[] {
  const denialStatuses = denialCode(operation.id) === 'unauthorised' ? [401] : []
  const statuses = new Set([...Object.keys(operation.responses).map(Number), ...denialStatuses, ...(operation.extraErrorStatuses ?? [])])
  return [...statuses].sort((a, b) => a - b)
}

export function responseSchemas(operation: Operation): Record<string, object> {
  const schemas: Record<string, object> = {}
  for (const [status, schema] of Object.entries(operation.responses))
    if (schema) schemas[status] = operation.produces ? { content: { [operation.produces]: { schema } } } : schema
  for (const code of declaredErrors(operation)) schemas[errorCodes[code][0]] ??= ProblemReference
  return schemas
}

export function securityOf({ access, apiKey }: Operation): Record<string, string[]>[] {
  if (access === 'anyone') return []
  const people: Record<string, string[]>[] = access === 'machine' ? [] : [{ session: [] }, { bearer: [] }]
  return apiKey ? [...people, { apiKey: [] }] : people
}
