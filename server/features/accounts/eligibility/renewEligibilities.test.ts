import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { gate } from '../../../../test/gate.ts'
import { withClient } from '../../../../test/postgresServer.ts'
import { systemActionsOf } from '../../../../test/systemActionsOf.ts'
import { until } from '../../../../test/until.ts'
import {
  advanceToNextStep,
  daysFromNow,
  type EligibleRole,
  eligibilityOf,
  endsAt,
  makeEligible,
  renewalOf,
  stepOf,
} from './eligibility.fixture.ts'
import { endEligibilities } from './record.ts'
import { renewEligibilities } from './renewEligibilities.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.simulator.faults.clear()
  await app.quiet()
})

const requests = 'roleEligibilityScheduleRequests/'
const put = ({ account }: EligibleRole) => ({ service: 'arm' as const, method: 'PUT', path: `${account.subscriptionId}.*${requests}` })
const list = ({ principalId }: EligibleRole) => ({
  service: 'arm' as const,
  method: 'GET',
  path: `roleEligibilityScheduleInstances.*${principalId}`,
})
const failureResponse = { kind: 'status' as const, status: 400, body: { error: { code: 'BadRequest', message: 'Not like this.' } } }
const isRequested = ({ account }: EligibleRole) =>
  app.simulator.exchanges
    .list()
    .filter(({ method, path }) => method === 'PUT' && path.includes(account.subscriptionId) && path.includes(requests))
    .filter(({ requestBody }) => /AdminExtend|AdminRenew/.test(JSON.stringify(requestBody)))
    .map(({ path, requestBody }) => ({
      name: path,
      type: /AdminExtend|AdminRenew/.exec(JSON.stringify(requestBody))![0],
    }))
const expectYearLong = async (eligible: EligibleRole) =>
  (await eligibilityOf(app, eligible.principalId)).ends_at! > daysFromNow(300) &&
  Date.parse((await eligible.readEligibility())!.properties.endDateTime!) > Date.now()
const advanceHours = (runId: string) =>
  app.db
    .updateTable('work_runs')
    .set({ updated_at: new Date(Date.now() - 13 * 3_600_000) })
    .where('id', '=', runId)
    .execute()

async function startFailingRenewal(eligible: EligibleRole) {
  expect(await renewEligibilities(app.context)).toBe(1)
  const run = await renewalOf(app, eligible.principalId)
  await until(async () => (await renewalOf(app, eligible.principalId)).status === 'failed')
  return run
}

describe('renewEligibilities', () => {
  it('restarts a failed renewal from its first step, even if the eligibility ended in the meantime', async () => {
    const eligible = await makeEligible(app, 0, 'ended-meanwhile')
    await endsAt(app, eligible, daysFromNow(2))
    app.simulator.faults.add({ ...put(eligible), action: failureResponse })
    const run = await startFailingRenewal(eligible)
    expect(await renewEligibilities(app.context)).toBe(0)
    app.simulator.faults.clear()
    await endsAt(app, eligible, new Date(Date.now() + 1_000))
    await until(async () => !(await eligible.readEligibility()))
    await advanceHours(run.id)
    expect(await Promise.all([renewEligibilities(app.context), renewEligibilities(app.context)])).toEqual(expect.arrayContaining([0, 1]))
    const next = await renewalOf(app, eligible.principalId)
    expect(next.id).not.toBe(run.id)
    expect(await advanceToNextStep(app, next.id)).toBe('succeeded')
    expect(await expectYearLong(eligible)).toBe(true)
    expect(isRequested(eligible).map(({ type }) => type)).toEqual(['AdminRenew'])
    const oldRun = await app.db.selectFrom('work_runs').select('status').where('id', '=', run.id).executeTakeFirstOrThrow()
    expect(oldRun.status).toBe('cancelled')
  })

  it('sends a new request if Azure accepted the first one and then failed', async () => {
    const eligible = await makeEligible(app, 1, 'failed-later')
    await endsAt(app, eligible, daysFromNow(20))
    app.simulator.faults.add({ ...put(eligible), count: 1, action: { kind: 'failAsync', code: 'Failed', message: 'Not this time.' } })
    expect(await renewEligibilities(app.context)).toBe(1)
    const run = await renewalOf(app, eligible.principalId)
    await until(async () => (await stepOf(app, run.id, 'verifyInAzure')).status === 'waiting')
    const startedLongAgo = { started_at: new Date(Date.now() - 2 * 3_600_000) }
    await app.db.updateTable('work_steps').set(startedLongAgo).where('run_id', '=', run.id).where('name', '=', 'verifyInAzure').execute()
    expect(await advanceToNextStep(app, run.id)).toBe('failed')
    await advanceHours(run.id)
    expect(await renewEligibilities(app.context)).toBe(1)
    expect(await advanceToNextStep(app, (await renewalOf(app, eligible.principalId)).id)).toBe('succeeded')
    expect(await expectYearLong(eligible)).toBe(true)
    expect(new Set(isRequested(eligible).map(({ name }) => name)).size).toBe(2)
  })

  it('starts one renewal when a second replica reads before the first one commits', async () => {
    const eligible = await makeEligible(app, 2, 'two-replicas')
    await endsAt(app, eligible, daysFromNow(20))
    // After a successful renewal nothing is due, which would hide the start of a second renewal.
    const renewalGate = gate(app.simulator, put(eligible))
    // The slow call has its snapshot but no lock when the other call starts the renewal and commits.
    await withClient(app.databaseUrl, (client) =>
      client.query(`
        create sequence slow_first;
        alter function eligibility_is_needed rename to eligibility_is_wanted_quickly;
        create function eligibility_is_needed(eligibility role_eligibilities, at timestamptz) returns boolean language plpgsql as $$
        begin
          if eligibility.principal_id = '${eligible.principalId}' and nextval('slow_first') = 1 then perform pg_sleep(4); end if;
          return eligibility_is_wanted_quickly(eligibility, at);
        end $$;
        grant usage on sequence slow_first to public`),
    )
    try {
      const slowPromise = renewEligibilities(app.context)
      const readStarted = () => withClient(app.databaseUrl, (client) => client.query('select is_called from slow_first'))
      await until(async () => (await readStarted()).rows[0].is_called)
      const startResults = await Promise.all([slowPromise, renewEligibilities(app.context)])
      expect(startResults.toSorted()).toEqual([0, 1])
    } finally {
      renewalGate.open()
      await withClient(app.databaseUrl, (client) =>
        client.query(`
          drop function eligibility_is_needed;
          alter function eligibility_is_wanted_quickly rename to eligibility_is_needed;
          drop sequence slow_first`),
      )
    }
    expect(await advanceToNextStep(app, (await renewalOf(app, eligible.principalId)).id)).toBe('succeeded')
    expect(isRequested(eligible)).toHaveLength(1)
  })

  it('notifies the owners of the account once when a renewal fails, with the end date', async () => {
    const eligible = await makeEligible(app, 3, 'owners-notified')
    await endsAt(app, eligible, daysFromNow(20))
    app.simulator.faults.add({ ...put(eligible), action: failureResponse })
    const run = await startFailingRenewal(eligible)
    await advanceHours(run.id)
    await startFailingRenewal(eligible)
    const notifications = await app.db
      .selectFrom('notifications')
      .select(['person_id', 'title', 'body'])
      .where('kind', '=', 'workStuck')
      .where('subject_id', '=', eligible.account.id)
      .execute()
    expect(notifications.map(({ person_id }) => person_id).toSorted()).toEqual(eligible.account.ownerIds.toSorted())
    expect(notifications[0]).toMatchObject({
      title: expect.stringContaining(eligible.group.name),
      body: expect.stringContaining(String(daysFromNow(20).getFullYear())),
    })
  })

  it('rejects a second renewal in the database while another is running', async () => {
    const eligible = await makeEligible(app, 4, 'renewed-once')
    await endsAt(app, eligible, daysFromNow(20))
    app.simulator.faults.add({ ...put(eligible), action: failureResponse })
    await startFailingRenewal(eligible)
    const forcedUpdate = app.db
      .updateTable('role_eligibilities')
      .set({ renewal_id: crypto.randomUUID() })
      .where('principal_id', '=', eligible.principalId)
    await expect(forcedUpdate.execute()).rejects.toMatchObject({ constraint: 'role_eligibility_renewed_once' })
  })
})

describe('renewEligibility with an outdated list from Azure', () => {
  it('renews an eligibility that was missing from one read of the list', async () => {
    const eligible = await makeEligible(app, 5, 'read-again')
    await endsAt(app, eligible, daysFromNow(20))
    app.simulator.faults.add({ ...list(eligible), count: 2, action: { kind: 'status', status: 200, body: { value: [] } } })
    await renewEligibilities(app.context)
    const run = await renewalOf(app, eligible.principalId)
    expect(await advanceToNextStep(app, run.id)).toBe('succeeded')
    expect((await eligibilityOf(app, eligible.principalId)).status).toBe('active')
    expect(await expectYearLong(eligible)).toBe(true)
  })
})

describe('renewEligibility of an eligibility that is no longer needed', () => {
  const renewDuring = async (eligible: EligibleRole, event: () => Promise<unknown>) => {
    await endsAt(app, eligible, daysFromNow(20))
    const renewalGate = gate(app.simulator, put(eligible))
    await renewEligibilities(app.context)
    await renewalGate.reached
    await event()
    renewalGate.open()
    return renewalOf(app, eligible.principalId)
  }

  it('removes the eligibility in Azure, records its end and writes an audit event', async () => {
    const eligible = await makeEligible(app, 6, 'not-needed')
    const run = await renewDuring(eligible, () =>
      app.db.updateTable('access_groups').set({ status: 'deleting' }).where('id', '=', eligible.group.id).execute(),
    )
    expect(await advanceToNextStep(app, run.id)).toBe('succeeded')
    expect(await eligible.readEligibility()).toBeUndefined()
    expect((await eligibilityOf(app, eligible.principalId)).status).toBe('ended')
    expect((await systemActionsOf(app, eligible.account.id)).filter(([action]) => action === 'roleEligibilityRemoved')).toEqual([
      ['roleEligibilityRemoved', 'renewEligibility'],
    ])
  })

  it('waits while the account is being decommissioned, then removes an eligibility that Azure had renewed', async () => {
    const eligible = await makeEligible(app, 7, 'decommissioned')
    const account = (status: 'decommissioning' | 'active') =>
      app.db.updateTable('accounts').set({ status }).where('id', '=', eligible.account.id).execute()
    const run = await renewDuring(eligible, () => account('decommissioning'))
    await until(async () => (await stepOf(app, run.id, 'verifyInAzure')).note?.includes('decommissioned') === true)
    expect(await eligible.readEligibility()).toBeDefined()
    expect((await eligibilityOf(app, eligible.principalId)).status).toBe('active')
    await endEligibilities(app.db, { accountId: eligible.account.id }, new Date())
    expect(await advanceToNextStep(app, run.id)).toBe('succeeded')
    expect(await eligible.readEligibility()).toBeUndefined()
    expect((await systemActionsOf(app, eligible.account.id)).filter(([action]) => action === 'roleEligibilityRemoved')).toEqual([])
    await account('active')
  })
})
