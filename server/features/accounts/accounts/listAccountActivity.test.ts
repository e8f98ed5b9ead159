import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const ownAccount = () => app.company.accounts.find((account) => account.ownerIds.includes(app.persona('Daniel').id))!
const unknownId = '00000000-0000-4000-8000-000000000000'

describe('listAccountActivity', () => {
  it('returns calls, denied calls and run steps, newest first, by page', async () => {
    const owner = app.as(app.persona('Daniel').id)
    const path = `/accounts/${ownAccount().id}`
    await owner.patch(`/accounts/myAccounts/${ownAccount().id}`, { description: 'one' })
    await app.as(app.persona('Tomasz').id).patch(`/accounts/myAccounts/${ownAccount().id}`, { description: 'two' })
    const run = {
      id: unknownId,
      kind: 'test',
      subject_kind: 'account',
      subject_id: ownAccount().id,
      input: '{}',
      started_at: new Date(),
      ended_at: null,
    }
    await app.db.insertInto('work_runs').values(run).execute()
    const times = { started_at: new Date('2026-01-02T00:00:00Z'), ended_at: null, next_attempt_at: null }
    const remaining = { checkpoint: '{}', output: null, error: null, skipped_by: null, skip_reason: null }
    await app.db
      .insertInto('work_steps')
      .values({ run_id: unknownId, position: 0, name: 'tags', title: 'A step', status: 'running', note: 'asking', ...times, ...remaining })
      .execute()
    const { body } = await owner.get(`${path}/activity`)
    expect(body).toMatchObject({ page: 1, size: 25, total: 3 })
    expect(body.items).toMatchObject([
      {
        kind: 'call',
        what: 'updateMyAccount',
        person: { displayName: 'Tomasz Zalewski' },
        outcome: 'denied',
        detail: expect.stringMatching(/^unauthorised/),
      },
      { kind: 'call', what: 'updateMyAccount', person: { displayName: 'Daniel Okoro' }, outcome: 'allowed' },
      { kind: 'step', what: 'A step', person: null, outcome: 'running', detail: 'asking', at: '2026-01-02T00:00:00.000Z' },
    ])
    const secondPage = (await owner.get(`${path}/activity?page=2&size=2`)).body
    expect([secondPage.items, secondPage.total]).toEqual([[body.items[2]], 3])
  })

  it('shows a change of details once, with only the failed steps of its run', async () => {
    const account = app.company.accounts.filter(({ ownerIds }) => ownerIds.includes(app.persona('Daniel').id))[1]!
    const owner = app.as(app.persona('Daniel').id)
    expect((await owner.patch(`/accounts/myAccounts/${account.id}`, { costCentre: 'CC-31' })).status).toBe(200)
    const run = await app.db
      .selectFrom('work_runs as w')
      .innerJoin('account_updates as u', 'u.id', 'w.subject_id')
      .select('w.id')
      .where('u.account_id', '=', account.id)
      .executeTakeFirstOrThrow()
    const steps = app.db.updateTable('work_steps').where('run_id', '=', run.id)
    await steps.set({ status: 'succeeded', started_at: new Date() }).execute()
    await steps.where('name', '=', 'setTags').set({ status: 'failed' }).execute()
    const { title } = await app.db
      .selectFrom('work_steps')
      .select('title')
      .where('run_id', '=', run.id)
      .where('name', '=', 'setTags')
      .executeTakeFirstOrThrow()
    const { items, total } = (await owner.get(`/accounts/${account.id}/activity`)).body
    expect([total, items.map(({ what, outcome }: { what: string; outcome: string }) => [what, outcome])]).toEqual([
      2,
      expect.arrayContaining([
        ['updateMyAccount', 'allowed'],
        [title, 'failed'],
      ]),
    ])
  })

  it('sorts, filters and searches only the activity of this account', async () => {
    const [, , thirdAccount, fourth] = app.company.accounts.filter(({ ownerIds }) => ownerIds.includes(app.persona('Daniel').id))
    const owner = app.as(app.persona('Daniel').id)
    for (const { id } of [thirdAccount!, fourth!])
      expect((await owner.patch(`/accounts/myAccounts/${id}`, { description: 'changed' })).status).toBe(200)
    await app.as(app.persona('Tomasz').id).patch(`/accounts/myAccounts/${thirdAccount!.id}`, { description: 'two' })
    const outcomes = async (query: string) =>
      (await owner.get(`/accounts/${thirdAccount!.id}/activity?${query}`)).body.items.map(({ outcome }: { outcome: string }) => outcome)
    expect(await outcomes('sort=at')).toEqual(['allowed', 'denied'])
    expect(await outcomes('sort=-at')).toEqual(['denied', 'allowed'])
    expect(await outcomes('sort=outcome')).toEqual(['allowed', 'denied'])
    expect(await outcomes(`filter=kind==call;person==${app.persona('Tomasz').id}`)).toEqual(['denied'])
    expect(await outcomes('filter=changed==true')).toEqual(['allowed'])
    expect(await outcomes('search=zalewski')).toEqual(['denied'])
    expect(await outcomes('search=zalweski')).toEqual(['denied'])
    expect(await outcomes('filter=kind==call,kind==step&sort=at')).toEqual(['allowed', 'denied'])
    expect(await outcomes(`search=updateMyAccount&sort=at`)).toEqual(['allowed', 'denied'])
  })

  it.each(['Niamh', 'Grace'])('is available to %s', async (personaName) => {
    expect((await app.as(app.persona(personaName).id).get(`/accounts/${ownAccount().id}/activity`)).status).toBe(200)
  })

  roleSuite(
    'listAccountActivity',
    () => app,
    () => ({ path: `/accounts/${ownAccount().id}/activity` }),
  )

  it('rejects an invalid page, and returns 404 for an unknown account', async () => {
    const owner = app.as(app.persona('Daniel').id)
    expect((await owner.get(`/accounts/${ownAccount().id}/activity?size=0`)).status).toBe(400)
    expect((await owner.get(`/accounts/${unknownId}/activity`)).status).toBe(404)
  })
})
