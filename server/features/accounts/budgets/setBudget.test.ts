import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { approveAll } from '../../../../test/approveAll.ts'
import { previousAttempts } from '../../../../test/previousAttempts.ts'
import { until } from '../../../../test/until.ts'
import { addCapacity, deleteSandboxRows, requestFor, statusOf } from '../../sandboxes/provisioning/sandboxWork.fixture.ts'
import { canBePreviousMonth } from '../costs/storeCost.ts'
import { vulnerabilitiesOff } from '../insights/vulnerabilities.ts'
import { startSetBudget } from './setBudget.ts'

const hourMs = 3_600_000
let app: TestApp
let laterMs = 0
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + laterMs) })
  app.simulator.asyncDelayMs = 20
  await deleteSandboxRows(app.databaseUrl)
  await addCapacity(app, { shared: 5 })
})
beforeEach(() => {
  laterMs = 0
  app.simulator.faults.clear()
  Object.assign(app.simulator.consistency.newSubscriptionMs, {
    costManagement: hourMs,
    roleDefinitions: 200,
    resourceGraph: hourMs,
    defender: 24 * hourMs,
  })
})
afterAll(() => app.close())

const niamh = () => app.as(app.persona('Niamh').id)
const budgetRun = (id: string) =>
  app.db.selectFrom('work_runs').selectAll().where('kind', '=', 'setBudget').where('subject_id', '=', id).executeTakeFirstOrThrow()
const accountRow = (id: string) => app.db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const attemptName = (name: string) => (previousAttempts() === 0 ? name : `${name}-${previousAttempts()}`)

async function buildAccount(name: string) {
  const account = await approveAll(app, attemptName(name), { connectivity: 'none' })
  await until(async () => (await accountRow(account.accountId)).status === 'active')
  const { subscription_id } = await accountRow(account.accountId)
  return { ...account, id: account.accountId, subscriptionId: subscription_id! }
}
async function budgetIn(scope: string, name = 'slipway-monthly') {
  return (await app.context.clients.arm.getBudget(scope, name))?.properties.amount
}
async function checked(id: string) {
  const { status, body } = await niamh().post(`/accounts/${id}/health/refresh`)
  expect([status, body.code, body.detail]).toEqual([200, undefined, undefined])
  const parts = new Map<string, { state: string; why: string; owner: { role: string } }>(
    body.parts.map((part: { id: string }) => [part.id, part]),
  )
  return { score: body.score as number, part: (part: string) => parts.get(part)! }
}
const makeDue = async (runId: string) => {
  await app.db.updateTable('work_steps').set({ next_attempt_at: app.context.now() }).where('run_id', '=', runId).execute()
  await app.jobs.send(app.db, 'work', { runId })
}

describe('setBudget', () => {
  it('continues after the account is active, until Cost Management knows the subscription', async () => {
    const account = await buildAccount('budget-late')
    await until(async () => (await budgetRun(account.id)).status !== 'running')
    const run = await budgetRun(account.id)
    expect(run).toMatchObject({ status: 'waiting', stuck_since: null, name: account.name, account_id: account.id })
    const step = await app.db.selectFrom('work_steps').select('note').where('run_id', '=', run.id).executeTakeFirstOrThrow()
    expect(step.note, 'Azure answers the same where the permission is missing').toContain('Microsoft.Consumption/budgets/write')
    const earlyHealth = await checked(account.id)
    for (const part of ['budget', 'vulnerabilities', 'policy', 'backup', 'patching', 'tags', 'exposure', 'unmanagedGroups'])
      expect([part, earlyHealth.part(part).state]).toEqual([part, 'pending'])
    expect(earlyHealth.score, 'what Azure does not know yet does not count').toBe(100)

    // Azure returns 401 RBACAccessDenied in the first half of the delay, then 404 NotFound.
    app.simulator.clock.advance(0.6 * hourMs)
    await makeDue(run.id)
    const listPutStatuses = () =>
      app.simulator.exchanges
        .list()
        .filter(({ method, path }) => method === 'PUT' && path.includes(`${account.subscriptionId}/providers/Microsoft.Consumption`))
        .map(({ status }) => status)
    await until(() => listPutStatuses().includes(404))
    await until(async () => (await budgetRun(account.id)).status === 'waiting')
    app.simulator.clock.advance(0.5 * hourMs)
    await makeDue(run.id)
    await until(async () => (await budgetRun(account.id)).status === 'succeeded')
    expect(await budgetIn(`/subscriptions/${account.subscriptionId}`)).toBe(500)
    expect(new Set(listPutStatuses())).toEqual(new Set([401, 404, 201]))
    const events = await app.db.selectFrom('audit_events').select('operation').where('subject_id', '=', account.id).execute()
    expect(events.filter(({ operation }) => operation === 'budgetSet')).toHaveLength(1)
    expect(events.map(({ operation }) => operation)).not.toContain('runFailed')
    laterMs = 11_000
    const budget = (await checked(account.id)).part('budget')
    expect(budget.why).not.toBe(earlyHealth.part('budget').why)
    // The spend of a month is known from its second day.
    expect(budget.state).toBe(canBePreviousMonth(app.context.now()) ? 'pending' : 'good')
    const azure = (await niamh().get('/cockpit/connectors')).body.connectors.find(({ service }: { service: string }) => service === 'Azure')
    expect(azure.lastError?.code, 'a subscription that is not known yet is no trouble of Azure').not.toBe('RBACAccessDenied')
  })

  it('appears as stuck after 72 hours, and continues after a retry', async () => {
    const account = await buildAccount('budget-never')
    const { id: runId } = await budgetRun(account.id)
    laterMs = 73 * hourMs
    // A missing permission is retried twelve times before the run fails.
    await until(async () => {
      if ((await budgetRun(account.id)).status === 'failed') return true
      await makeDue(runId)
      return false
    })
    expect(await budgetRun(account.id)).toMatchObject({ cause_code: expect.stringContaining('missingPermission') })
    // The last step of the build checks the health of the account too, and a check within ten seconds returns that result.
    laterMs += 11_000
    const { part } = await checked(account.id)
    expect(part('budget')).toMatchObject({ state: 'bad', owner: { role: 'administrators' } })
    expect((await accountRow(account.id)).status).toBe('active')
    const notifications = await app.db
      .selectFrom('notifications')
      .select('body')
      .where('subject_id', '=', account.id)
      .where('kind', '=', 'workStuck')
      .execute()
    expect(notifications).toHaveLength(2)
    for (const { body } of notifications) expect(body).not.toContain('RBACAccessDenied')
    const shown = (await app.as(app.persona('Ravi').id).get(`/account-requests/${account.requestId}`)).body
    expect(shown.budgetRun).toMatchObject({ status: 'failed', steps: [{ error: null }] })
    app.simulator.clock.advance(hourMs)
    expect((await niamh().post(`/work/${runId}/steps/putBudget/retry`)).status).toBe(200)
    await until(async () => (await budgetRun(account.id)).status === 'succeeded')
    expect(await budgetIn(`/subscriptions/${account.subscriptionId}`)).toBe(500)
  })

  it('shows the run on the account and its request until the budget is set', async () => {
    const account = await buildAccount('budget-shown')
    const run = await budgetRun(account.id)
    const reads = [`/accounts/${account.id}`, `/account-requests/${account.requestId}`]
    const budgetRunFor = (givenName: string, path: string) =>
      app
        .as(app.persona(givenName).id)
        .get(path)
        .then(({ status, body }) => [status, body.budgetRun])
    const shownRun = (open: unknown, note: unknown) => ({
      id: run.id,
      status: 'waiting',
      steps: [{ note, error: null, nextAttemptAt: expect.any(String) }],
      can: { open },
    })
    const technicalNote = expect.stringContaining('401 RBACAccessDenied')
    for (const path of reads) {
      for (const name of ['Niamh', 'Grace'])
        await expect.poll(() => budgetRunFor(name, path), { message: name }).toMatchObject([200, shownRun(true, technicalNote)])
      await expect.poll(() => budgetRunFor('Priya', path)).toMatchObject([200, shownRun(expect.any(String), null)])
    }
    for (const formerApprover of ['Ravi', 'Margaret'])
      await expect
        .poll(() => budgetRunFor(formerApprover, reads[1]!), { message: formerApprover })
        .toMatchObject([200, shownRun(expect.any(String), null)])
    for (const stranger of ['Tomasz', 'Ravi']) expect(await budgetRunFor(stranger, reads[0]!), stranger).toEqual([200, undefined])
    const priya = app.as(app.persona('Priya').id)
    const findShown = async (path: string) => {
      const { body } = await priya.get(path)
      return (body.items ?? body).find(({ id }: { id: string }) => id === account.id || id === account.requestId)
    }
    expect(await findShown('/accounts/myAccounts')).toMatchObject({ budgetRun: shownRun(expect.any(String), null) })
    // The build ends after its last step, which checks the health of the account.
    for (const path of ['/account-requests', '/me/requests'])
      await expect.poll(() => findShown(path), { message: path }).toMatchObject({ runStatus: 'succeeded', budgetRunStatus: 'waiting' })
    app.simulator.clock.advance(1.1 * hourMs)
    await makeDue(run.id)
    await until(async () => (await budgetRun(account.id)).status === 'succeeded')
    for (const path of reads) expect((await budgetRunFor('Niamh', path))[1] ?? null).toBeNull()
    expect(await findShown('/me/requests')).toMatchObject({ budgetRunStatus: null })
  })

  it('fails immediately when Azure rejects the budget of an older subscription', async () => {
    const account = app.company.accounts.find(({ status, kind }) => status === 'active' && kind === 'cloud')!
    const fault = app.simulator.faults.add({
      service: 'arm',
      method: 'PUT',
      path: '/providers/Microsoft.Consumption/budgets/',
      action: { kind: 'status', status: 401, body: { error: { code: 'RBACAccessDenied', message: 'No.' } } },
    })
    await app.db.transaction().execute((db) => startSetBudget({ db, jobs: app.jobs }, { kind: 'account', id: account.id }))
    await until(async () => (await budgetRun(account.id)).stuck_since !== null)
    expect(await budgetRun(account.id)).toMatchObject({ cause_code: expect.stringContaining('missingPermission') })
    app.simulator.faults.remove(fault)
    await makeDue((await budgetRun(account.id)).id)
    await until(async () => (await budgetRun(account.id)).status === 'succeeded')
  })

  it('sets a budget that was changed while it waited, without delaying the change', async () => {
    const account = await buildAccount('budget-changed')
    const { budget } = (await niamh().get(`/accounts/${account.id}`)).body
    const changeResponse = await app
      .as(app.persona('Daniel').id)
      .patch(`/accounts/myAccounts/${account.id}`, { budget: { ...budget, amount: 77_700 } })
    expect(changeResponse.status).toBe(200)
    await until(async () => {
      const updates = await app.db.selectFrom('account_updates').select('id').where('account_id', '=', account.id).execute()
      const ids = updates.map(({ id }) => id)
      if (ids.length === 0) return false
      const runs = await app.db.selectFrom('work_runs').select('status').where('subject_id', 'in', ids).execute()
      return runs.length > 0 && runs.every(({ status }) => status === 'succeeded')
    })
    expect(await budgetIn(`/subscriptions/${account.subscriptionId}`).catch(() => 'unknown')).not.toBe(777)
    app.simulator.clock.advance(1.1 * hourMs)
    await makeDue((await budgetRun(account.id)).id)
    await until(async () => (await budgetRun(account.id)).status === 'succeeded')
    expect(await budgetIn(`/subscriptions/${account.subscriptionId}`)).toBe(777)
  })

  it('ends without a budget when the account was deleted in the meantime', async () => {
    const account = await buildAccount('budget-gone')
    await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', account.id).execute()
    app.simulator.clock.advance(1.1 * hourMs)
    await makeDue((await budgetRun(account.id)).id)
    await until(async () => (await budgetRun(account.id)).status === 'succeeded')
    expect(await budgetIn(`/subscriptions/${account.subscriptionId}`)).toBeUndefined()
  })

  it('does not delay a sandbox', async () => {
    const quotaError = { error: { code: 'RBACAccessDenied', message: 'The client does not have authorization to perform action.' } }
    app.simulator.faults.add({
      service: 'arm',
      method: 'PUT',
      path: 'rg-sbx-budget-late.*/budgets/',
      count: 2,
      action: { kind: 'status', status: 401, body: quotaError },
    })
    const name = attemptName('budget-late')
    const id = await requestFor(app, { name })
    await until(async () => (await statusOf(app, id)) === 'active')
    await until(async () => (await budgetRun(id)).status === 'succeeded')
    const { subscription_id } = await app.db
      .selectFrom('sandboxes')
      .select('subscription_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(await budgetIn(`/subscriptions/${subscription_id}/resourceGroups/rg-sbx-${name}`, 'slipway-sandbox')).toBe(50)
    const events = await app.db.selectFrom('sandbox_events').select('key').where('sandbox_id', '=', id).execute()
    expect(events.filter(({ key }) => key === 'budgetDelayed')).toHaveLength(1)
  })
})

describe('a read of a new account', () => {
  it('reports that Azure doesn’t know it yet, and returns data once Azure does', async () => {
    Object.assign(app.simulator.consistency.newSubscriptionMs, { roleDefinitions: 200 })
    const account = await buildAccount('reads-late')
    const sendRequest = (path: string) => niamh().get(`/accounts/${account.id}/${path}?refresh=true`)
    app.simulator.consistency.newSubscriptionMs.roleDefinitions = hourMs
    const lateTopics = ['cost', 'policyCompliance', 'vulnerabilitySummary', 'roleDefinitions', 'unmanagedResourceGroups', 'rsvPolicies']
    for (const path of lateTopics) {
      const { status, body } = await sendRequest(path)
      expect([path, status, body.code]).toEqual([path, 404, 'notKnownYet'])
    }
    app.simulator.clock.advance(1.1 * hourMs)
    for (const path of ['cost', 'roleDefinitions', 'unmanagedResourceGroups', 'rsvPolicies'])
      expect([path, (await sendRequest(path)).status]).toEqual([path, 200])
    laterMs = 25 * hourMs
    expect((await sendRequest('vulnerabilitySummary')).body).toMatchObject({
      code: 'notFound',
      message: vulnerabilitiesOff,
    })
  })

  it('returns 502 if Azure denies access to an older account', async () => {
    const oldAccount = app.company.accounts.find(({ kind, status }) => kind === 'cloud' && status === 'active')!
    const body = { error: { code: 'AuthorizationFailed', message: 'No.' } }
    app.simulator.faults.add({
      service: 'arm',
      path: `${oldAccount.subscriptionId}.*roleDefinitions`,
      action: { kind: 'status', status: 403, body },
    })
    expect((await niamh().get(`/accounts/${oldAccount.id}/roleDefinitions?refresh=true`)).body.code).toBe('outsideFailed')
  })
})
