import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { storeDirectory } from '../../../../sample/edgeStores.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { administrator, freeNumbers, launch, newRollout, storeRows } from './edge.fixture.ts'
import { storeMessages } from './plan.ts'
import type { PlannedStore } from './schemas.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterEach(() => app.simulator.faults.clear())
afterAll(() => app.close())

const path = '/edge/newStores'
const dryRun = (numbers: string[], overrides: object = {}) =>
  administrator(app).post(path, newRollout('Try', numbers, { dryRun: true, ...overrides }))
const counts = async () =>
  (
    await sql<{
      n: number
    }>`select (select count(*) from accounts) + (select count(*) from edge_rollout_stores) + (select count(*) from work_runs)
      + (select count(*) from address_ranges where account_id is not null) as n`.execute(app.db)
  ).rows[0]!.n

describe('newStores', () => {
  it('returns names, ranges and waves, or the problem, for every line without making changes', async () => {
    const account = app.company.accounts.find(({ kind, status }) => kind === 'edge' && status === 'active')!
    const closedStore = storeDirectory(app.company.accounts).find(({ closing }) => closing !== null)!
    const [firstName = '', secondNumber = '', thirdName = ''] = freeNumbers(app, 3, 40)
    const countsBefore = await counts()
    const { status, body } = await dryRun(
      [firstName, ' x17', secondNumber, firstName, '999999', account.storeNumbers[0]!, closedStore.number, thirdName],
      {
        waveSize: 2,
      },
    )
    expect([status, body.ok, body.problems, body.waves]).toEqual([200, 3, 5, 2])
    expect(body.lines.map(({ problem, wave }: PlannedStore) => problem?.code ?? wave)).toEqual([
      1,
      'invalidNumber',
      1,
      'duplicate',
      'unknown',
      'hasAccount',
      'closed',
      2,
    ])
    const validLines: PlannedStore[] = body.lines.filter((line: PlannedStore) => line.ok)
    expect(validLines[0]).toMatchObject({
      line: 1,
      storeNumber: firstName,
      accountName: expect.stringMatching(`^store-${firstName}-`),
      azureRegion: 'uksouth',
    })
    expect(new Set(validLines.map(({ addressRange }) => addressRange)).size).toBe(3)
    expect(body.lines[5].problem.message).toBe(storeMessages.hasAccount(account.name))
    expect(body.settings).toMatchObject({ family: { name: 'Store Edge' }, waveSize: 2, haltAfterFailures: 3, region: 'uksouth' })
    expect((await dryRun([firstName])).body.lines[0].addressRange).toBe(validLines[0]!.addressRange)
    expect(await counts()).toBe(countsBefore)
  })

  it('creates accounts, owners, ranges and waves together, as planned', async () => {
    const numbers = freeNumbers(app, 5)
    const plannedLines = (await dryRun(numbers)).body.lines
    const { status, body } = await administrator(app).post(path, newRollout('First five', numbers, { waveSize: 2, region: 'ukwest' }))
    expect([status, body.status, body.reference]).toEqual([201, 'running', expect.stringMatching(/^EDGE-\d{4}$/)])
    expect(body.waves.map((wave: { status: string; counts: { total: number } }) => [wave.status, wave.counts.total])).toEqual([
      ['running', 2],
      ['planned', 2],
      ['planned', 1],
    ])
    const rows = await storeRows(app, body.id)
    expect(rows.map(({ account_name, address_range, status }) => [account_name, address_range, status])).toEqual(
      plannedLines.map((line: PlannedStore, index: number) => [line.accountName, line.addressRange, index < 2 ? 'queued' : 'planned']),
    )
    const account = await app.db.selectFrom('accounts').selectAll().where('id', '=', rows[0]!.account_id!).executeTakeFirstOrThrow()
    expect(account).toMatchObject({
      kind: 'edge',
      status: 'provisioning',
      region: 'ukwest',
      store_numbers: [numbers[0]],
      budget_amount: 25_000,
    })
    const owners = await app.db.selectFrom('account_owners').select('person_id').where('account_id', '=', account.id).execute()
    expect(owners.length).toBe(body.owners.length)
    const ranges = await app.db
      .selectFrom('address_ranges')
      .select('range')
      .where(
        'account_id',
        'in',
        rows.map((row) => row.account_id!),
      )
      .execute()
    expect(ranges.map(({ range }) => range).toSorted()).toEqual(rows.map((row) => row.address_range).toSorted())
  })

  it('assigns each store to only one rollout in concurrent launches', async () => {
    const numbers = freeNumbers(app, 3, 10)
    const responses = await Promise.all(['One', 'Two'].map((name) => administrator(app).post(path, newRollout(`Race ${name}`, numbers))))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400])
    expect((await app.db.selectFrom('edge_rollout_stores').select('id').where('store_number', 'in', numbers).execute()).length).toBe(3)
    const winner = responses.find(({ status }) => status === 201)!.body
    const lostResponse = responses.find(({ status }) => status === 400)!
    expect(lostResponse.body.errors[0]).toMatchObject({
      field: 'stores.0',
      message: storeMessages.inRollout(`${winner.reference} ${winner.name}`),
    })
  })

  it('plans and launches 2,500 stores', async () => {
    const numbers = freeNumbers(app, 2_500, 100)
    expect((await dryRun(numbers)).body).toMatchObject({ ok: 2_500, waves: 50 })
    await launch(app, 'Everywhere', numbers)
  })

  roleSuite(
    'newStores',
    () => app,
    () => ({ path, body: newRollout('Not allowed', ['1001']) }),
  )

  it('rejects a list with a problem, names its line, and doesn’t start a rollout', async () => {
    const countsBefore = await counts()
    const { status, body } = await administrator(app).post(path, newRollout('Mistaken', [freeNumbers(app, 1, 50)[0]!, '999999']))
    expect([status, body.code, body.errors]).toEqual([400, 'invalidRequest', [{ field: 'stores.1', message: expect.any(String) }]])
    expect(await counts()).toBe(countsBefore)
  })

  it('rejects invalid settings', async () => {
    const [number = ''] = freeNumbers(app, 1, 50)
    const field = async (overrides: object) => (await dryRun([number], overrides)).body.errors?.[0]?.field
    expect(await field({ region: 'moonbase' })).toBe('region')
    const unavailableRegionResponse = await administrator(app).post(path, {
      ...newRollout('Elsewhere', []),
      dryRun: true,
      stores: [{ storeNumber: number, region: 'swedencentral' }],
    })
    expect(unavailableRegionResponse.body.lines[0].problem.message).toEqual(
      expect.stringMatching(/^Sweden Central .*UK South \(uksouth\), UK West \(ukwest\), West Europe \(westeurope\)\.$/),
    )
    expect(await field({ familyId: '0197f0e0-0000-7000-8000-000000000000' })).toBe('familyId')
    expect(await field({ haltAfterFailures: 2, haltAfterPercent: 5 })).toBe('haltAfterPercent')
    const leaver = app.company.people.find(({ enabled }) => !enabled)!
    expect(await field({ ownerIds: [app.persona('Priya').id, leaver.id] })).toBe('ownerIds.1')
    expect((await dryRun([], {})).status).toBe(400)
    expect((await dryRun(Array.from({ length: 5_001 }, (_, i) => String(i)))).status).toBe(400)
  })

  it('rejects the name of an active rollout', async () => {
    const [firstNumber = '', otherNumber = ''] = freeNumbers(app, 2, 60)
    await launch(app, 'Same name', [firstNumber])
    expect(await administrator(app).post(path, newRollout('same NAME', [otherNumber]))).toMatchObject({
      status: 409,
      body: { code: 'nameTaken' },
    })
  })

  it('uses copies of known stores with their age while the directory is unavailable, and reports the others', async () => {
    const [knownNumber = '', unknownNumber = ''] = freeNumbers(app, 2, 70)
    await dryRun([knownNumber])
    await app.db
      .updateTable('stores')
      .set({ fetched_at: new Date(Date.now() - 7_200_000) })
      .where('number', '=', knownNumber)
      .execute()
    app.simulator.faults.add({ service: 'stores', action: { kind: 'status', status: 503 } })
    const { body } = await dryRun([knownNumber, unknownNumber])
    expect([body.stale, body.lines[0].ok, body.lines[1].problem.code]).toEqual([true, true, 'directoryUnavailable'])
  })

  it('rejects only the store whose entry cannot be read', async () => {
    const [validNumber = '', invalidNumber = ''] = freeNumbers(app, 2, 80)
    const entry = storeDirectory(app.company.accounts).find(({ number }) => number === validNumber)!
    app.simulator.faults.add({
      service: 'stores',
      path: '/lookup',
      count: 1,
      action: {
        kind: 'status',
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: {
          stores: [
            { ...entry, asOf: '2026-11-01T02:00:00Z' },
            { number: invalidNumber, name: 3 },
          ],
          missing: [],
        },
      },
    })
    const { body } = await dryRun([validNumber, invalidNumber])
    expect(body.lines.map((line: PlannedStore) => line.problem?.code ?? 'ok')).toEqual(['ok', 'unreadable'])
  })
})
