import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { day, delegationsOf, hour } from './delegations.fixture.ts'

let app: TestApp
let they: ReturnType<typeof delegationsOf>
beforeAll(async () => {
  app = await startTestApp({ work: false })
  they = delegationsOf(app)
})
afterAll(() => app.close())
afterEach(() => they.clear())
const change = (who: string, id: string, body: object) => they.as(who).patch(`/delegations/${id}`, body)

describe('changeDelegation', () => {
  it('moves the end of a live delegation, and notifies the delegate', async () => {
    const { body } = await they.set('Ravi', 'Ewa', { endsAt: they.at(day) })
    const endsAt = they.at(3 * day)
    const changed = await change('Ravi', body.id, { endsAt, reason: 'A day more' })
    expect(changed).toMatchObject({ status: 200, body: { endsAt, startsAt: body.startsAt, status: 'live', reason: 'A day more' } })
    expect((await they.notificationsOf('Ewa')).at(-1)).toMatch(/^You are the delegate of Ravi Deshmukh from .* until /)
    expect((await change('Niamh', body.id, { endsAt: null })).body.endsAt).toBeNull()
    expect((await they.notificationsOf('Ravi')).at(-1)).toMatch(/until it is ended$/)
  })

  it('starts a planned delegation now', async () => {
    const { body } = await they.set('Ravi', 'Ewa', { startsAt: they.at(day), endsAt: they.at(2 * day) })
    expect((await change('Ravi', body.id, { startsAt: they.at(0) })).body.status).toBe('live')
  })

  roleSuite(
    'changeDelegation',
    () => app,
    async () => {
      const id = (await they.as('Ravi').get('/me/delegations')).body.mine[0]?.id ?? (await they.set('Ravi', 'Ewa')).body.id
      return { path: `/delegations/${id}`, body: { endsAt: they.at(day) } }
    },
  )

  it('denies the delegate, who can decline but not prolong', async () => {
    const { body } = await they.set('Ravi', 'Ewa', { endsAt: they.at(hour) })
    expect((await change('Ewa', body.id, { endsAt: null })).status).toBe(403)
  })

  it('rejects delegations that have ended or started, overlap, meet an absence, or don’t exist', async () => {
    const { body } = await they.set('Ravi', 'Ewa', { endsAt: they.at(day) })
    expect((await change('Ravi', body.id, { startsAt: they.at(hour) })).body.code).toBe('wrongState')
    expect((await change('Ravi', body.id, {})).status).toBe(400)
    expect((await change('Ravi', body.id, { delegateId: they.id('Samuel') })).status).toBe(400)
    await they.set('Ravi', 'Samuel', { startsAt: they.at(2 * day) })
    expect((await change('Ravi', body.id, { endsAt: null })).body.code).toBe('conflict')
    await they.set('Ewa', 'Samuel', { startsAt: they.at(1.5 * day), endsAt: they.at(1.6 * day) })
    expect((await change('Ravi', body.id, { endsAt: they.at(1.7 * day) })).body.errors).toMatchObject([{ field: 'delegateId' }])
    await they.as('Ravi').delete(`/delegations/${body.id}`)
    expect((await change('Ravi', body.id, { endsAt: they.at(2 * hour) })).body.code).toBe('wrongState')
    expect((await change('Ravi', randomUUID(), { reason: 'x' })).status).toBe(404)
  })
})
