import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { gate } from '../../../../test/gate.ts'
import { withClient } from '../../../../test/postgresServer.ts'
import { systemActionsOf } from '../../../../test/systemActionsOf.ts'
import { until } from '../../../../test/until.ts'
import { type Eligible, eligibilityOf, endsAt, hurry, inDays, makeEligible, renewalOf, stepOf } from './eligibility.fixture.ts'
import { endEligibilities } from './record.ts'
import { startRenewals } from './startRenewals.ts'

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
const put = ({ account }: Eligible) => ({ service: 'arm' as const, method: 'PUT', path: `${account.subscriptionId}.*${requests}` })
const list = ({ principalId }: Eligible) => ({
  service: 'arm' as const,
  method: 'GET',
  path: `roleEligibilityScheduleInstances.*${principalId}`,
})
const refused = { kind: 'status' as const, status: 400, body: { error: { code: 'BadRequest', message: 'Not like this.' } } }
const requested = ({ account }: Eligible) =>
  app.simulator.exchanges
    .list()
    .filter(({ method, path }) => method === 'PUT' && path.includes(account.subscriptionId) && path.includes(requests))
    .filter(({ requestBody }) => /AdminExtend|AdminRenew/.test(JSON.stringify(requestBody)))
    .map(({ path, requestBody }) => ({
      name: path,
      type: /AdminExtend|AdminRenew/.exec(JSON.stringify(requestBody))![0],
    }))
const lastsAYear = async (made: Eligible) =>
  (await eligibilityOf(app, made.principalId)).ends_at! > inDays(300) &&
  Date.parse((await made.held())!.properties.endDateTime!) > Date.now()
const hoursPass = (runId: string) =>
  app.db
    .updateTable('work_runs')
    .set({ updated_at: new Date(Date.now() - 13 * 3_600_000) })
    .where('id', '=', runId)
    .execute()

async function failed(made: Eligible) {
  expect(await startRenewals(app.context)).toBe(1)
  const run = await renewalOf(app, made.principalId)
  await until(async () => (await renewalOf(app, made.principalId)).status === 'failed')
  return run
}

describe('startRenewals', () => {
  it('restarts a failed renewal from its first step, also if the eligibility ended meanwhile', async () => {
    const made = await makeEligible(app, 0, 'ended-meanwhile')
    await endsAt(app, made, inDays(2))
    app.simulator.faults.add({ ...put(made), action: refused })
    const run = await failed(made)
    expect(await startRenewals(app.context)).toBe(0)
    app.simulator.faults.clear()
    await endsAt(app, made, new Date(Date.now() + 1_000))
    await until(async () => !(await made.held()))
    await hoursPass(run.id)
    expect(await Promise.all([startRenewals(app.context), startRenewals(app.context)])).toEqual(expect.arrayContaining([0, 1]))
    const next = await renewalOf(app, made.principalId)
    expect(next.id).not.toBe(run.id)
    expect(await hurry(app, next.id)).toBe('succeeded')
    expect(await lastsAYear(made)).toBe(true)
    expect(requested(made).map(({ type }) => type)).toEqual(['AdminRenew'])
    const old = await app.db.selectFrom('work_runs').select('status').where('id', '=', run.id).executeTakeFirstOrThrow()
    expect(old.status).toBe('cancelled')
  })

  it('sends a new request where Azure accepted the first one and then failed', async () => {
    const made = await makeEligible(app, 1, 'failed-later')
    await endsAt(app, made, inDays(20))
    app.simulator.faults.add({ ...put(made), count: 1, action: { kind: 'failAsync', code: 'Failed', message: 'Not this time.' } })
    expect(await startRenewals(app.context)).toBe(1)
    const run = await renewalOf(app, made.principalId)
    await until(async () => (await stepOf(app, run.id, 'seeInAzure')).status === 'waiting')
    const long = { started_at: new Date(Date.now() - 2 * 3_600_000) }
    await app.db.updateTable('work_steps').set(long).where('run_id', '=', run.id).where('name', '=', 'seeInAzure').execute()
    expect(await hurry(app, run.id)).toBe('failed')
    await hoursPass(run.id)
    expect(await startRenewals(app.context)).toBe(1)
    expect(await hurry(app, (await renewalOf(app, made.principalId)).id)).toBe('succeeded')
    expect(await lastsAYear(made)).toBe(true)
    expect(new Set(requested(made).map(({ name }) => name)).size).toBe(2)
  })

  it('starts one renewal when a second replica reads before the first one commits', async () => {
    const made = await makeEligible(app, 2, 'two-replicas')
    await endsAt(app, made, inDays(20))
    // A renewal that has succeeded is no longer due, which would hide a second one.
    const renewing = gate(app.simulator, put(made))
    // The slow call has its snapshot but no lock when the other starts the renewal and commits.
    await withClient(app.databaseUrl, (client) =>
      client.query(`
        create sequence slow_first;
        alter function eligibility_is_wanted rename to eligibility_is_wanted_quickly;
        create function eligibility_is_wanted(eligibility role_eligibilities, at timestamptz) returns boolean language plpgsql as $$
        begin
          if eligibility.principal_id = '${made.principalId}' and nextval('slow_first') = 1 then perform pg_sleep(4); end if;
          return eligibility_is_wanted_quickly(eligibility, at);
        end $$;
        grant usage on sequence slow_first to public`),
    )
    try {
      const slow = startRenewals(app.context)
      const begun = () => withClient(app.databaseUrl, (client) => client.query('select is_called from slow_first'))
      await until(async () => (await begun()).rows[0].is_called)
      const started = await Promise.all([slow, startRenewals(app.context)])
      expect(started.toSorted()).toEqual([0, 1])
    } finally {
      renewing.open()
      await withClient(app.databaseUrl, (client) =>
        client.query(`
          drop function eligibility_is_wanted;
          alter function eligibility_is_wanted_quickly rename to eligibility_is_wanted;
          drop sequence slow_first`),
      )
    }
    expect(await hurry(app, (await renewalOf(app, made.principalId)).id)).toBe('succeeded')
    expect(requested(made)).toHaveLength(1)
  })

  it('notifies the owners of the account once when a renewal fails, with the end date', async () => {
    const made = await makeEligible(app, 3, 'owners-notified')
    await endsAt(app, made, inDays(20))
    app.simulator.faults.add({ ...put(made), action: refused })
    const run = await failed(made)
    await hoursPass(run.id)
    await failed(made)
    const notifications = await app.db
      .selectFrom('notifications')
      .select(['person_id', 'title', 'body'])
      .where('kind', '=', 'workStuck')
      .where('subject_id', '=', made.account.id)
      .execute()
    expect(notifications.map(({ person_id }) => person_id).toSorted()).toEqual(made.account.ownerIds.toSorted())
    expect(notifications[0]).toMatchObject({
      title: `Eligibility of ${made.group.name} couldn’t be renewed`,
      body: expect.stringContaining(String(inDays(20).getFullYear())),
    })
  })

  it('rejects a second renewal in the database while another is running', async () => {
    const made = await makeEligible(app, 4, 'renewed-once')
    await endsAt(app, made, inDays(20))
    app.simulator.faults.add({ ...put(made), action: refused })
    await failed(made)
    const forced = app.db
      .updateTable('role_eligibilities')
      .set({ renewal_id: crypto.randomUUID() })
      .where('principal_id', '=', made.principalId)
    await expect(forced.execute()).rejects.toMatchObject({ constraint: 'role_eligibility_renewed_once' })
  })
})

describe('renewEligibility with an outdated list from Azure', () => {
  it('renews an eligibility that was missing from one read of the list', async () => {
    const made = await makeEligible(app, 5, 'read-again')
    await endsAt(app, made, inDays(20))
    app.simulator.faults.add({ ...list(made), count: 2, action: { kind: 'status', status: 200, body: { value: [] } } })
    await startRenewals(app.context)
    const run = await renewalOf(app, made.principalId)
    expect(await hurry(app, run.id)).toBe('succeeded')
    expect((await eligibilityOf(app, made.principalId)).status).toBe('active')
    expect(await lastsAYear(made)).toBe(true)
  })
})

describe('renewEligibility of an eligibility that is no longer needed', () => {
  const meanwhile = async (made: Eligible, happen: () => Promise<unknown>) => {
    await endsAt(app, made, inDays(20))
    const renewing = gate(app.simulator, put(made))
    await startRenewals(app.context)
    await renewing.reached
    await happen()
    renewing.open()
    return renewalOf(app, made.principalId)
  }

  it('removes it in Azure, ends it on record and writes an audit event', async () => {
    const made = await makeEligible(app, 6, 'not-needed')
    const run = await meanwhile(made, () =>
      app.db.updateTable('access_groups').set({ status: 'deleting' }).where('id', '=', made.group.id).execute(),
    )
    expect(await hurry(app, run.id)).toBe('succeeded')
    expect(await made.held()).toBeUndefined()
    expect((await eligibilityOf(app, made.principalId)).status).toBe('ended')
    expect((await systemActionsOf(app, made.account.id)).filter(([action]) => action === 'roleEligibilityRemoved')).toEqual([
      ['roleEligibilityRemoved', 'renewEligibility'],
    ])
  })

  it('leaves it to the account’s decommission, and removes what Azure renewed after that', async () => {
    const made = await makeEligible(app, 7, 'decommissioned')
    const account = (status: 'decommissioning' | 'active') =>
      app.db.updateTable('accounts').set({ status }).where('id', '=', made.account.id).execute()
    const run = await meanwhile(made, () => account('decommissioning'))
    await until(async () => (await stepOf(app, run.id, 'seeInAzure')).note?.includes('decommissioned') === true)
    expect(await made.held()).toBeDefined()
    expect((await eligibilityOf(app, made.principalId)).status).toBe('active')
    await endEligibilities(app.db, { accountId: made.account.id }, new Date())
    expect(await hurry(app, run.id)).toBe('succeeded')
    expect(await made.held()).toBeUndefined()
    expect((await systemActionsOf(app, made.account.id)).filter(([action]) => action === 'roleEligibilityRemoved')).toEqual([])
    await account('active')
  })
})
