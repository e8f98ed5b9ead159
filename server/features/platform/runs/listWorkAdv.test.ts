import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveAll } from '../../../../test/approveAll.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type StuckRun, startWithStuckRun } from './stuckRun.fixture.ts'

let given: StuckRun
beforeAll(async () => {
  given = await startWithStuckRun()
})
afterAll(() => given.app.close())

const as = (givenName: string) => given.app.as(given.app.persona(givenName).id)
const names = async (query: string) =>
  (await as('Niamh').get(`/work/adv?${query}`)).body.items.map(({ about }: { about: { name: string } }) => about.name)

describe('listWorkAdv', () => {
  it('shows the position of each run, since when it has failed, and why', async () => {
    await approveAll(given.app, 'moving-account')
    const { status, body } = await as('Niamh').get('/work/adv?show=stuck')
    expect([status, body.total]).toEqual([200, 1])
    expect(body.items[0]).toMatchObject({
      id: given.stuck.runId,
      title: 'Account setup',
      about: { name: 'stuck-account', reference: given.stuck.reference, person: 'Priya Raman', accountId: given.stuck.accountId },
      status: 'failed',
      step: { name: 'createSubscription', title: expect.any(String) },
      done: 1,
      steps: 11,
      attempts: 3,
      cause: { service: 'Azure', code: 'subscriptionFailed', message: 'Azure could not create it.' },
      stuckSince: expect.any(String),
      can: { retry: true, skip: true, cancel: true },
    })
    expect(await names('')).toEqual(expect.arrayContaining(['stuck-account', 'moving-account']))
  })

  it('filters by kind, status, step, cause, account and person, searches, and sorts by time since failure', async () => {
    const { accountId, reference } = given.stuck
    for (const filter of [
      'kind==buildAccount;status==failed',
      'step==createSubscription',
      'service==Azure;cause==subscriptionFailed',
      `account==${accountId}`,
    ])
      expect(await names(`filter=${filter}`)).toEqual(['stuck-account'])
    expect(await names(`filter=person==${given.app.persona('Priya').id}`)).toHaveLength(2)
    expect(await names('filter=service==GitHub')).toEqual([])
    expect(await names(`search=${reference}`)).toEqual(['stuck-account'])
    expect(await names('search=stcuk')).toEqual(['stuck-account'])
    expect(await names(`search=${given.stuck.runId}`)).toEqual(['stuck-account'])
    const later = await approveAll(given.app, 'later-account')
    await given.makeStuck(later)
    expect(await names('show=stuck')).toEqual(['stuck-account', 'later-account'])
    expect(await names('show=stuck&sort=-stuckSince')).toEqual(['later-account', 'stuck-account'])
    expect(await names('show=finished')).toEqual([])
  })

  it('shows runs to auditors without actions', async () => {
    const { body } = await as('Grace').get('/work/adv?show=stuck')
    expect(body.items[0].can.cancel).toEqual(expect.any(String))
  })

  roleSuite(
    'listWorkAdv',
    () => given.app,
    () => ({ path: '/work/adv' }),
  )

  it('rejects unknown fields', async () => {
    expect((await as('Niamh').get('/work/adv?sort=cause')).status).toBe(400)
    expect((await as('Niamh').get('/work/adv?filter=checkpoint==x')).body.code).toBe('invalidFilter')
    expect((await as('Niamh').get('/work/adv?show=lost')).status).toBe(400)
  })
})
