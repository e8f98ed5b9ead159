import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveAll } from '../../../../test/approveAll.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { kindTitles } from '../../../runs/labels.ts'
import { type StuckRun, startWithStuckRun } from './stuckRun.fixture.ts'

let stuckRun: StuckRun
beforeAll(async () => {
  stuckRun = await startWithStuckRun()
})
afterAll(() => stuckRun.app.close())

const as = (givenName: string) => stuckRun.app.as(stuckRun.app.persona(givenName).id)
const names = async (query: string) =>
  (await as('Niamh').get(`/work/adv?${query}`)).body.items.map(({ about }: { about: { name: string } }) => about.name)

describe('listRunsAdv', () => {
  it('shows the step of each run, and the time and reason of its failure', async () => {
    await approveAll(stuckRun.app, 'moving-account')
    const { status, body } = await as('Niamh').get('/work/adv?show=stuck')
    expect([status, body.total]).toEqual([200, 1])
    expect(body.items[0]).toMatchObject({
      id: stuckRun.stuckAccount.runId,
      title: kindTitles.buildAccount,
      about: {
        name: 'stuck-account',
        reference: stuckRun.stuckAccount.reference,
        person: 'Priya Raman',
        accountId: stuckRun.stuckAccount.accountId,
      },
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
    const { accountId, reference } = stuckRun.stuckAccount
    for (const filter of [
      'kind==buildAccount;status==failed',
      'step==createSubscription',
      'service==Azure;cause==subscriptionFailed',
      `account==${accountId}`,
    ])
      expect(await names(`filter=${filter}`)).toEqual(['stuck-account'])
    expect(await names(`filter=person==${stuckRun.app.persona('Priya').id}`)).toHaveLength(2)
    expect(await names('filter=service==GitHub')).toEqual([])
    expect(await names(`search=${reference}`)).toEqual(['stuck-account'])
    expect(await names('search=stcuk')).toEqual(['stuck-account'])
    expect(await names(`search=${stuckRun.stuckAccount.runId}`)).toEqual(['stuck-account'])
    const laterAccount = await approveAll(stuckRun.app, 'later-account')
    await stuckRun.makeStuck(laterAccount)
    expect(await names('show=stuck')).toEqual(['stuck-account', 'later-account'])
    expect(await names('show=stuck&sort=-stuckSince')).toEqual(['later-account', 'stuck-account'])
    expect(await names('show=finished')).toEqual([])
  })

  it('shows runs to auditors without actions', async () => {
    const { body } = await as('Grace').get('/work/adv?show=stuck')
    expect(body.items[0].can.cancel).toEqual(expect.any(String))
  })

  roleSuite(
    'listRunsAdv',
    () => stuckRun.app,
    () => ({ path: '/work/adv' }),
  )

  it('rejects unknown fields', async () => {
    expect((await as('Niamh').get('/work/adv?sort=cause')).status).toBe(400)
    expect((await as('Niamh').get('/work/adv?filter=checkpoint==x')).body.code).toBe('invalidFilter')
    expect((await as('Niamh').get('/work/adv?show=lost')).status).toBe(400)
  })
})
