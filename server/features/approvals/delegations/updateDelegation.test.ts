import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { day, delegationsOf, hourMs } from './delegations.fixture.ts'
import { delegationTitles, untilEnded } from './notify.ts'

let app: TestApp
let delegations: ReturnType<typeof delegationsOf>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  delegations = delegationsOf(app)
})
afterAll(() => app.close())
afterEach(() => delegations.clear())
const patchDelegation = (givenName: string, id: string, body: object) => delegations.as(givenName).patch(`/delegations/${id}`, body)

describe('updateDelegation', () => {
  it('changes the end date of a live delegation, and notifies the delegate', async () => {
    const { body } = await delegations.set('Ravi', 'Ewa', { endsAt: delegations.at(day) })
    const endsAt = delegations.at(3 * day)
    const updateResponse = await patchDelegation('Ravi', body.id, { endsAt, reason: 'A day more' })
    expect(updateResponse).toMatchObject({ status: 200, body: { endsAt, startsAt: body.startsAt, status: 'live', reason: 'A day more' } })
    expect((await delegations.notificationsOf('Ewa')).at(-1)).toContain(delegationTitles.delegate('Ravi Deshmukh', ''))
    expect((await patchDelegation('Niamh', body.id, { endsAt: null })).body.endsAt).toBeNull()
    expect((await delegations.notificationsOf('Ravi')).at(-1)).toContain(untilEnded)
  })

  it('starts a planned delegation now', async () => {
    const { body } = await delegations.set('Ravi', 'Ewa', { startsAt: delegations.at(day), endsAt: delegations.at(2 * day) })
    expect((await patchDelegation('Ravi', body.id, { startsAt: delegations.at(0) })).body.status).toBe('live')
  })

  roleSuite(
    'updateDelegation',
    () => app,
    async () => {
      const id = (await delegations.as('Ravi').get('/me/delegations')).body.mine[0]?.id ?? (await delegations.set('Ravi', 'Ewa')).body.id
      return { path: `/delegations/${id}`, body: { endsAt: delegations.at(day) } }
    },
  )

  it('denies the delegate, who can decline but not extend', async () => {
    const { body } = await delegations.set('Ravi', 'Ewa', { endsAt: delegations.at(hourMs) })
    expect((await patchDelegation('Ewa', body.id, { endsAt: null })).status).toBe(403)
  })

  it('rejects delegations that have ended or started, overlap, conflict with an absence, or don’t exist', async () => {
    const { body } = await delegations.set('Ravi', 'Ewa', { endsAt: delegations.at(day) })
    expect((await patchDelegation('Ravi', body.id, { startsAt: delegations.at(hourMs) })).body.code).toBe('wrongState')
    expect((await patchDelegation('Ravi', body.id, {})).status).toBe(400)
    expect((await patchDelegation('Ravi', body.id, { delegateId: delegations.id('Samuel') })).status).toBe(400)
    await delegations.set('Ravi', 'Samuel', { startsAt: delegations.at(2 * day) })
    expect((await patchDelegation('Ravi', body.id, { endsAt: null })).body.code).toBe('conflict')
    await delegations.set('Ewa', 'Samuel', { startsAt: delegations.at(1.5 * day), endsAt: delegations.at(1.6 * day) })
    expect((await patchDelegation('Ravi', body.id, { endsAt: delegations.at(1.7 * day) })).body.errors).toMatchObject([
      { field: 'delegateId' },
    ])
    await delegations.as('Ravi').delete(`/delegations/${body.id}`)
    expect((await patchDelegation('Ravi', body.id, { endsAt: delegations.at(2 * hourMs) })).body.code).toBe('wrongState')
    expect((await patchDelegation('Ravi', randomUUID(), { reason: 'x' })).status).toBe(404)
  })
})
