import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { delegationsOf } from './delegations.fixture.ts'

let app: TestApp
let they: ReturnType<typeof delegationsOf>
beforeAll(async () => {
  app = await startTestApp({ work: false })
  they = delegationsOf(app)
})
afterAll(() => app.close())
const setFor = (who: string, person: string, delegate: string) =>
  they.as(who).post('/delegations', { personId: they.id(person), delegateId: they.id(delegate) })

describe('setDelegationFor', () => {
  it('notifies both people, names the administrator, and lets the person end it', async () => {
    const approvalId = await they.ask()
    const set = await setFor('Niamh', 'Ravi', 'Ewa')
    expect(set).toMatchObject({ status: 201, body: { status: 'live', createdBy: { id: they.id('Niamh') } } })
    expect((await they.notificationsOf('Ravi')).at(-1)).toMatch(/^Ewa \S+ is your delegate until it is ended$/)
    expect((await they.notificationsOf('Ewa')).at(-1)).toMatch(/^You are the delegate of Ravi Deshmukh/)
    expect(await they.waiting('Ewa')).toContain(approvalId)
    expect((await they.as('Ravi').delete(`/delegations/${set.body.id}`)).status).toBe(200)
  })

  roleSuite(
    'setDelegationFor',
    () => app,
    () => ({ path: '/delegations', body: { personId: they.id('Ravi'), delegateId: they.id('Ewa') } }),
  )

  it('denies an administrator who names themselves', async () => {
    expect(await setFor('Niamh', 'Ravi', 'Niamh')).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/^You can't delegate decisions to yourself/) },
    })
    expect(await app.db.selectFrom('delegations').select('id').where('status', '<>', 'ended').execute()).toEqual([])
  })

  it('rejects disabled people on either side', async () => {
    expect((await setFor('Niamh', 'Oliver', 'Ewa')).body.errors).toMatchObject([{ field: 'personId.0' }])
    expect((await setFor('Niamh', 'Ravi', 'Oliver')).body.errors).toMatchObject([{ field: 'delegateId.0' }])
  })
})
