import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { checkDetails } from './checkDetails.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const check = (details: object) => app.as(app.persona('Priya').id).post('/account-requests/check', { details })

describe('checkAccountRequest', () => {
  it('returns whether the name is free', async () => {
    expect((await check({ name: 'quite-new-dev' })).body.checks).toEqual([{ field: 'name', state: 'ok', message: expect.any(String) }])
    expect((await check({ name: app.company.accounts[0]!.name })).body.checks).toEqual([
      { field: 'name', state: 'bad', message: expect.any(String) },
    ])
    expect((await check({})).body).toEqual({ checks: [], preview: null, monthlyEstimate: { amount: 0, currency: 'GBP' } })
  })

  it('previews the stages, the approvers and the usual wait', async () => {
    const { body } = await check(newRequest(app, { environment: 'production', workload: 'Production' }))
    expect(body.preview.stages.map((stage: { name: string }) => stage.name)).toEqual([
      'Family owner',
      'Tower lead',
      'Cloud Architecture Board',
    ])
    const [family] = body.preview.stages
    expect(family.people.map((person: { displayName: string }) => person.displayName)).toContain('Ravi Deshmukh')
    expect(family.usualWait.decisions).toBeGreaterThan(10)
    expect(family.usualWait.medianHours).toBeLessThanOrEqual(family.usualWait.p90Hours)
  })

  it('names the region field if accounts can’t be created there', async () => {
    for (const region of ['mars', 'constructor', 'swedencentral'])
      expect((await check({ region, connectivity: 'none' })).body.checks).toEqual([
        { field: 'region', state: 'bad', message: expect.stringContaining('UK South (uksouth)') },
      ])
    expect((await check({ region: 'ukwest', connectivity: 'none' })).body.checks).toEqual([])
  })

  it('accepts any Azure region if the installation doesn’t limit regions', async () => {
    const regionOf = async (region: string) =>
      (await checkDetails({ db: app.db, config: { hubNetworks: {} } }, { region, connectivity: 'none' })).map(({ field }) => field)
    expect(await regionOf('swedencentral')).toEqual([])
    for (const region of ['mars', 'global', 'constructor']) expect(await regionOf(region)).toEqual(['region'])
  })

  it('leaves out the requester, and shows when a fallback group decides', async () => {
    const family = app.company.families.find((candidate) => candidate.name === 'Checkout')!
    const details = newRequest(app)
    const ravi = await app.as(app.persona('Ravi').id).post('/account-requests/check', { details })
    expect(ravi.body.preview.stages[0].people.map((person: { id: string }) => person.id)).not.toContain(app.persona('Ravi').id)
    await app.db.deleteFrom('family_owners').where('family_id', '=', family.id).where('person_id', '<>', app.persona('Ravi').id).execute()
    const singleResponse = await app.as(app.persona('Ravi').id).post('/account-requests/check', { details })
    expect(singleResponse.body.preview.stages[0]).toMatchObject({ fallback: true })
    expect(singleResponse.body.preview.stages[0].people.map((person: { displayName: string }) => person.displayName)).toContain(
      'Samuel Antwi',
    )
  })

  it('shows absent approvers with their delegates, and the waiting times of this kind of request only', async () => {
    const [ravi, ewa] = [app.persona('Ravi'), app.persona('Ewa')]
    const until = new Date(app.context.now().getTime() + 86_400_000).toISOString()
    await app.as(ravi.id).post('/me/delegations', { delegateId: ewa.id, endsAt: until })
    const loadFirstStage = async () => (await check(newRequest(app))).body.preview.stages[0]
    const findPerson = (people: { id: string }[], id: string) => people.find((person) => person.id === id)
    const stageBefore = await loadFirstStage()
    expect(findPerson(stageBefore.people, ravi.id)).toMatchObject({ onBehalfOf: null, away: { until, byCalendar: false } })
    expect(findPerson(stageBefore.people, ewa.id)).toMatchObject({ onBehalfOf: { displayName: ravi.displayName }, away: null })
    await app.db.deleteFrom('delegations').execute()
    const now = app.context.now()
    const calendar = { person_id: ravi.id, requested_at: now, due_at: now, checked_at: now, away: true }
    await app.db.insertInto('calendars').values(calendar).execute()
    const { approval_id } = await app.db
      .selectFrom('approval_stages')
      .select('approval_id')
      .where('name', '=', stageBefore.name)
      .where('status', '=', 'approved')
      .orderBy('closed_at', 'desc')
      .executeTakeFirstOrThrow()
    await app.db.updateTable('approvals').set({ subject_kind: 'accountUpdate' }).where('id', '=', approval_id).execute()
    const stageAfter = await loadFirstStage()
    expect(findPerson(stageAfter.people, ravi.id)).toMatchObject({ onBehalfOf: null, away: { until: null, byCalendar: true } })
    expect(findPerson(stageAfter.people, ewa.id)).toBeUndefined()
    expect(stageAfter.usualWait.decisions).toBe(stageBefore.usualWait.decisions - 1)
    await app.db.deleteFrom('calendars').execute()
  })

  it('accepts people in the directory whom Slipway does not know yet', async () => {
    const [knownPerson, unknownPerson] = app.company.people.filter(({ enabled }) => enabled).slice(-2)
    await app.db.deleteFrom('people').where('id', '=', unknownPerson!.id).execute()
    const { body } = await check({ ownerIds: [knownPerson!.id, unknownPerson!.id, '00000000-0000-4000-8000-000000000000'] })
    expect(body.checks).toEqual([{ field: 'ownerIds.2', state: 'bad', message: expect.any(String) }])
  })

  it('doesn’t write anything', async () => {
    const count = async () =>
      (
        await app.db
          .selectFrom('audit_events')
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n
    const countBefore = await count()
    await check(newRequest(app))
    expect(await count()).toBe(countBefore)
  })

  roleSuite(
    'checkAccountRequest',
    () => app,
    () => ({ path: '/account-requests/check', body: { details: {} } }),
  )

  it('rejects unknown fields and texts that are too long', async () => {
    expect(await check({ nope: 1 })).toMatchObject({ status: 400, body: { errors: [{ field: 'details.nope' }] } })
    expect(await check({ purpose: 'x'.repeat(1_001) })).toMatchObject({ status: 400, body: { errors: [{ field: 'details.purpose' }] } })
  })
})
