import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { slipwayName } from '../server/audit/recordSystemEvent.ts'
import { systemActions } from '../server/audit/systemActions.ts'
import type { Db } from '../server/db/database.ts'
import type { Operation } from '../server/http/operation.ts'
import { operations } from '../server/operations.ts'
import { subjectKinds } from '../server/subjects/kinds.ts'

interface ObservedCall {
  faults: string[]
  systemActions: string[]
  subjectKinds: string[]
}

interface Response {
  operation: string
  request: string
}

const calls = new Set<string>(operations.map(({ id }) => id))
const leavesEvent = ({ method, readOnly, customAudit, audited }: Operation) => audited || (method !== 'GET' && !readOnly && !customAudit)

/** Checks at the end whether each successful call wrote its audit event, and stores the result for the end of the run. */
export function recordAuditedCalls(app: FastifyInstance, dir: string, db: Db): void {
  const responses: Response[] = []
  app.addHook('onResponse', async ({ id: request, routeOptions }, response) => {
    const operation = routeOptions.config.operation
    if (!operation || !leavesEvent(operation) || response.statusCode >= 300 || response.hasHeader('idempotency-replayed')) return
    responses.push({ operation: operation.id, request })
  })
  app.addHook('onClose', () => recordAuditTrail(dir, db, responses))
}

/** Stores the audit trail of a test without a server, whose events have no call. */
export async function recordAuditTrail(dir: string, db: Db, responses: readonly Response[] = []): Promise<void> {
  const observedCall = await observeCalls(db, responses)
  mkdirSync(dir, { recursive: true })
  writeFileSync(path.join(dir, `${randomUUID()}.audit.json`), JSON.stringify(observedCall))
}

async function observeCalls(db: Db, responses: readonly Response[]): Promise<ObservedCall> {
  // A bulk operation writes an event per object, also for denied objects, and an operation in two stages writes one per stage.
  const withItems = operations.filter((operation: Operation) => operation.auditedItems).map(({ id }) => id)
  const eventCounts = await sql<{ operation: string; events: number; bare: number }>`
    select a.operation, count(e.id) as events, count(*) filter (where e.id is not null and e.subject_kind is null) as bare
    from unnest(${responses.map(({ operation }) => operation)}::text[], ${responses.map(({ request }) => request)}::text[]) as a (operation, request)
    left join audit_events e on e.request_id = a.request and e.operation = a.operation
      and (e.outcome = 'allowed' or a.operation = any (${withItems}::text[]))
    group by a.operation, a.request
    having count(distinct (e.subject_kind, e.subject_id, e.after ->> 'stage')) <> count(*) or count(e.subject_kind) <> count(*)`.execute(db)
  const all = await sql<{ operation: string; kind: string | null; own: boolean }>`
    select distinct operation, subject_kind as kind, actor_id is null and actor_name = ${slipwayName} as own from audit_events`.execute(db)
  // Events that tests insert directly don’t belong to a call.
  const real = all.rows.filter(({ operation, own }) => own || calls.has(operation))
  return {
    faults: eventCounts.rows.map(({ operation, events, bare }) =>
      events === 0
        ? `${operation} left no event`
        : bare > 0
          ? `${operation} left an event that does not say what it was about`
          : `${operation} left ${events} events`,
    ),
    systemActions: real.filter(({ own }) => own).map(({ operation }) => operation),
    subjectKinds: real.flatMap(({ kind }) => kind ?? []),
  }
}

/** Lists faults of a run’s audit trails. In a full run, an action without an event is a fault too. */
export function auditFaults(dir: string, isFullRun: boolean): string[] {
  const files = existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.audit.json')) : []
  const observedCalls = files.map((name) => JSON.parse(readFileSync(path.join(dir, name), 'utf8')) as ObservedCall)
  const all = (part: keyof ObservedCall) => [...new Set(observedCalls.flatMap((each) => each[part]))].sort()
  const knownKinds = new Set<string>(subjectKinds)
  const recordedActions = new Set(all('systemActions'))
  return [
    ...all('faults'),
    ...all('subjectKinds').flatMap((kind) => (knownKinds.has(kind) ? [] : `${kind} is no kind that server/subjects/kinds.ts knows`)),
    ...[...recordedActions].flatMap((action) =>
      Object.hasOwn(systemActions, action) ? [] : `${action} is no action that server/audit/systemActions.ts knows`,
    ),
    ...Object.keys(systemActions).flatMap((action) =>
      isFullRun && !recordedActions.has(action) ? `no test saw the action ${action}` : [],
    ),
  ]
}
