import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { delegationsOf } from './delegations.fixture.ts'
import { delegationTitles, untilEnded } from './notify.ts'

let app: TestApp
let delegations: ReturnType<typeof delegationsOf>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  delegations = delegationsOf(app)
})
afterAll(() => app.close())
const setDelegationFor = (personaName: string, person: string, delegate: string) =>
  delegations.as(personaName).post('/delegations', { personId: delegations.id(person), delegateId: delegations.id(delegate) })

describe('setDelegationFor', () => {
  it('notifies both people, names the administrator, and lets the absent person end the delegation', async () => {
    const approvalId = await delegations.ask()
    const set = await setDelegationFor('Niamh', 'Ravi', 'Ewa')
    expect(set).toMatchObject({ status: 201, body: { status: 'live', createdBy: { id: delegations.id('Niamh') } } })
    expect((await delegations.notificationsOf('Ravi')).at(-1)).toBe(delegationTitles.person(app.persona('Ewa').displayName, untilEnded))
    expect((await delegations.notificationsOf('Ewa')).at(-1)).toContain(delegationTitles.delegate('Ravi Deshmukh', ''))
    expect(await delegations.waiting('Ewa')).toContain(approvalId)
    expect((await delegations.as('Ravi').delete(`/delegations/${set.body.id}`)).status).toBe(200)
  })

  roleSuite(
    'setDelegationFor',
    () => app,
    () => ({ path: '/delegations', body: { personId: delegations.id('Ravi'), delegateId: delegations.id('Ewa') } }),
  )

  it('denies an administrator who names themselves', async () => {
    expect(await setDelegationFor('Niamh', 'Ravi', 'Niamh')).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    expect(await app.db.selectFrom('delegations').select('id').where('status', '<>', 'ended').execute()).toEqual([])
  })

  it('rejects disabled people on either side', async () => {
    expect((await setDelegationFor('Niamh', 'Oliver', 'Ewa')).body.errors).toMatchObject([{ field: 'personId.0' }])
    expect((await setDelegationFor('Niamh', 'Ravi', 'Oliver')).body.errors).toMatchObject([{ field: 'delegateId.0' }])
  })
})
