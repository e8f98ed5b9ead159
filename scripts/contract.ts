import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Access, denialCode } from '../server/auth/access.ts'
import { type ErrorCode, errorCodes } from '../server/errors.ts'
import { inMemoryListOf } from '../server/http/inMemoryList.ts'
import type { Operation } from '../server/http/operation.ts'
import { operations } from '../server/operations.ts'
import { type Operation as Call, queryOf, specification } from '../test/contract/operations.ts'

/** Parameter names differ between the specification and Slipway, so calls are compared without them. */
const normalizeParameters = (call: string) => call.replace(/\{\w+\}/g, '{}')
const operationByCall = new Map(operations.map((operation) => [normalizeParameters(`${operation.method} ${operation.path}`), operation]))

/** @throws if no operation serves the call */
export function operationOf(call: string): Operation {
  const operation = operationByCall.get(normalizeParameters(call))
  if (!operation) throw new Error(`No operation implements ${call}.`)
  return operation
}

const roles: Record<Access, string> = {
  anyone: 'Anyone',
  signedIn: 'Signed-in people',
  owner: 'Owners, administrators',
  approver: 'Approvers',
  admin: 'Administrators',
  adminOrAuditor: 'Administrators, auditors',
  machine: '',
}

function describeCallers({ access, apiKey, credential, query }: Operation): string {
  if (credential) return 'The key in the path'
  // Without the account, the response contains only what every user can see.
  if (access === 'owner' && query?.properties['accountId'] && !query.required?.includes('accountId'))
    return 'Signed-in people; with `accountId` only administrators and owners of the account'
  return [roles[access], apiKey && `API keys with the scope \`${apiKey}\``].filter(Boolean).join(', ')
}

/** Leaves out the codes that every call can return. */
function errorCodesOf(operation: Operation): string {
  const { id, access, errors = [], stepUp, shownOnceMessage } = operation
  const codes = new Set<ErrorCode>(errors)
  if (inMemoryListOf(operation)) codes.add('invalidFilter')
  if (access !== 'anyone' && access !== 'signedIn') codes.add(denialCode(id))
  if (stepUp) codes.add('stepUpNeeded')
  if (shownOnceMessage) codes.add('conflict')
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code][0])
  const statuses = [...byStatus].toSorted(([one], [other]) => one - other)
  return statuses.map(([status, subset]) => `${status} ${subset.join(', ')}`).join('; ')
}

function additions(call: Call, { query, stepUp, errors, developmentOnly, perMinute }: Operation): string {
  const knownNames = queryOf(call)
  const additional = Object.keys(query?.properties ?? {}).filter((name) => !knownNames.includes(name))
  const required = query?.required ?? []
  return [
    ...(required.length > 0 ? [`Required: ${required.map((name) => `\`${name}\``).join(', ')}`] : []),
    ...(additional.length > 0 ? [`Query: ${additional.map((name) => `\`${name}\``).join(', ')}`] : []),
    ...(errors?.includes('versionMismatch') ? ['`If-Match`'] : []),
    ...(stepUp ? ['Step-up sign-in'] : []),
    ...(perMinute ? [`${perMinute} a minute`] : []),
    ...(developmentOnly ? ['Not in production'] : []),
  ].join('. ')
}

function row(call: Call): string {
  const operation = operationOf(call)
  const successes = Object.keys(operation.responses).join(', ')
  return `| \`${call}\` | ${operation.id} | ${describeCallers(operation)} | ${successes} | ${errorCodesOf(operation)} | ${additions(call, operation)} |`
}

export function contractPage(): string {
  const groups = Object.entries(specification)
  const count = groups.flatMap(([, calls]) => Object.keys(calls)).length
  return [
    '# Contract',
    '',
    `Slipway serves the ${count} calls of its specification. This page shows who can make each call, its responses, and what Slipway adds.`,
    '`node scripts/contract.ts` writes it from the operations and from `test/contract/operations.ts`. The tests in `test/contract` make every call with a',
    'client written from the specification alone. They check a success and each error that the specification implies.',
    '',
    '## All calls',
    '',
    '- **Bodies.** The specification doesn’t describe bodies. `/openapi.json` of an installation, and its page `/app/reference`, describe them.',
    '- **Sign-in.** A call needs a session cookie, or a bearer token over https. `/getDevToken` exists only in development.',
    '- **Roles.** Without a sign-in, a call returns 401 `unauthenticated`. Without the permission, the status depends on the call: 401 `unauthorised` if',
    '  the specification declares it, 404 if the existence of the record is private, and 403 `forbidden` otherwise.',
    '- **Step-up sign-in.** 401 `stepUpNeeded` has a challenge with claims. Get a new token with these claims and send the call again. The setting',
    '  `stepUp` defines which calls need a step-up sign-in.',
    '- **Votes.** A vote must contain the `stage` that the list or the request shows, so that a retry never votes in the next stage.',
    '- **Versions.** If a call lists `If-Match`, you can send the version that you read. The call then returns 412 if the record has changed since.',
    '- **All calls** can return 400 `invalidRequest`, 401 `unauthenticated`, 403 `crossSite` and `insecureTransport`, 421 `misdirected`, 429',
    '  `tooManyRequests`, 500 `internal` and 503 `unavailable`. Calls that change something can also return 409 `inFlight`, 413 `payloadTooLarge`, 415',
    '  `unsupportedMediaType`, 422 `idempotencyMismatch`, 503 `maintenance` and 503 `outcomeUnknown`.',
    '',
    '`{incidentService}` and `{deploymentTool}` have configurable names. The defaults are `snow` and `argo`.',
    '',
    ...groups.flatMap(([group, calls]) => [
      `## ${group}`,
      '',
      '| Call | Operation | Allowed for | Success | Errors | Slipway adds |',
      '|---|---|---|---|---|---|',
      ...(Object.keys(calls) as Call[]).map(row),
      '',
    ]),
  ].join('\n')
}

if (process.argv[1] && import.meta.url.endsWith(path.basename(process.argv[1])))
  writeFileSync(new URL('../docs/contract.md', import.meta.url), contractPage())
