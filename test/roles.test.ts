import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Access, denialCode } from '../server/auth/access.ts'
import { errorCodes } from '../server/errors.ts'
import { operations } from '../server/operations.ts'
import { type Caller, startTestApp, type TestApp } from './app.ts'
import { countedCalls } from './countedCalls.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

/** The denials, by access rule and caller, that a route decides on before it reads any data. */
const rejection: Record<Access, Record<string, 401 | 'table' | undefined>> = {
  anyone: {},
  signedIn: { anonymous: 401, disabled: 401 },
  owner: { anonymous: 401, disabled: 401 },
  approver: { anonymous: 401, disabled: 401 },
  admin: { anonymous: 401, disabled: 401, user: 'table', auditor: 'table' },
  adminOrAuditor: { anonymous: 401, disabled: 401, user: 'table' },
  machine: { anonymous: 401, disabled: 401, user: 'table', auditor: 'table' },
}
const valuesByParameter: Record<string, string> = { name: 'x', incidentService: 'snow', deploymentTool: 'argo' }
const callers: Record<string, () => Caller> = {
  anonymous: () => app.as('anonymous'),
  disabled: () => app.as(app.persona('Oliver').id, ['Slipway.Admin']),
  user: () => app.as(app.persona('Tomasz').id),
  auditor: () => app.as(app.persona('Grace').id),
}

async function state(): Promise<Record<string, unknown>> {
  const tables = [
    'towers',
    'families',
    'accounts',
    'account_requests',
    'approvals',
    'approval_decisions',
    'work_runs',
    'notifications',
  ] as const
  const tableEntries = tables.map(async (table) => [
    table,
    await app.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll().as('n'))
      .executeTakeFirstOrThrow(),
  ])
  const versions = await app.db
    .selectFrom('towers')
    .select((eb) => eb.fn.sum('version').as('sum'))
    .executeTakeFirstOrThrow()
  return { ...Object.fromEntries(await Promise.all(tableEntries)), versions }
}

const rows = operations.flatMap((operation) =>
  Object.entries(rejection[operation.access]).map(([who, how]) => {
    const status = how === 'table' ? errorCodes[denialCode(operation.id)][0] : 401
    return { id: operation.id, who, status, operation }
  }),
)

describe('every operation and role', () => {
  it.each(rows)('denies $who the operation $id: $status', async ({ operation, who, status }) => {
    const url = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => valuesByParameter[name] ?? '00000000-0000-4000-8000-000000000000')
    const events = () => app.db.selectFrom('audit_events').select(['operation', 'outcome', 'reason']).orderBy('id').execute()
    const callCounts =
      status === 401 && (who === 'anonymous' || who === 'disabled') ? await countedCalls(app.app, app.db, operation.id) : undefined
    const [before, stateBefore] = [await events(), await state()]
    const caller = callers[who]!()
    // The body violates every schema, because a denied caller must not learn which input is valid.
    const response =
      operation.method === 'GET' ? await caller.get(url) : await caller[operation.method.toLowerCase() as 'post'](url, { surprise: true })
    expect(response.status).toBe(status)
    expect(response.body).toMatchObject({ status, error: { code: response.body.code, message: response.body.message } })
    expect(response.body.errors).toBeUndefined()
    const addedEvents = (await events()).slice(before.length)
    const deniedEvent = { operation: operation.id, outcome: 'denied', reason: `${response.body.code}: ${response.body.message}` }
    if (callCounts === undefined) expect(addedEvents).toEqual([deniedEvent])
    else {
      expect(addedEvents).toEqual(addedEvents.slice(0, 1).map(() => deniedEvent))
      expect(await countedCalls(app.app, app.db, operation.id)).toBe(callCounts + 1)
    }
    expect(await state()).toEqual(stateBefore)
  })

  it('denies callers without the credential in the URL, like all other callers', async () => {
    const credentialOperations = operations.filter(({ credential }) => credential !== undefined)
    expect(credentialOperations.map(({ id }) => id)).toEqual(['acceptAlert', 'allowAlertSender'])
    for (const caller of Object.values(callers)) {
      const response = await caller().post('/snow/alert/account/00000000-0000-4000-8000-000000000000/key/none', { title: 'x' })
      expect([response.status, response.body.code]).toEqual([401, 'unauthenticated'])
    }
  })

  it('has a row for every operation that is not open to everyone', () => {
    const open = operations.filter(({ access }) => access === 'anyone').map(({ id }) => id)
    expect(open).toEqual(['getHealth', 'acceptAlert', 'allowAlertSender'])
    expect(new Set(rows.map(({ id }) => id)).size).toBe(operations.length - open.length)
  })
})
