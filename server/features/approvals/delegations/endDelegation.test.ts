import { randomUUID } from 'node:crypto'
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
const end = (who: string, id: string) => they.as(who).delete(`/delegations/${id}`)

describe('endDelegation', () => {
  it('lets both people and an administrator end it, notifies the others, and returns the seat', async () => {
    const approvalId = await they.ask()
    const first = await they.set('Ravi', 'Ewa')
    expect((await end('Ravi', first.body.id)).body.status).toBe('ended')
    expect(await they.waiting('Ewa')).not.toContain(approvalId)
    expect((await they.vote('Ewa', approvalId)).status).toBe(403)
    expect((await they.notificationsOf('Ewa')).at(-1)).toBe('You are no longer the delegate of Ravi Deshmukh')

    const second = await they.set('Ravi', 'Ewa')
    expect((await end('Ewa', second.body.id)).status).toBe(200)
    const notification = await app.db
      .selectFrom('notifications')
      .select('body')
      .where('person_id', '=', they.id('Ravi'))
      .where('subject_id', '=', second.body.id)
      .executeTakeFirstOrThrow()
    expect(notification.body).toMatch(/^Ewa \S+ declined\.$/)

    const third = await they.set('Ravi', 'Ewa')
    expect((await end('Niamh', third.body.id)).status).toBe(200)
    expect(await end('Ravi', third.body.id)).toMatchObject({ status: 409, body: { code: 'wrongState' } })
  })

  it('keeps the votes', async () => {
    const approvalId = await they.ask()
    const { body } = await they.set('Ravi', 'Ewa')
    await they.vote('Ewa', approvalId)
    await end('Ravi', body.id)
    expect(await they.votes(approvalId)).toEqual([{ approver_id: they.id('Ewa'), on_behalf_of: they.id('Ravi') }])
  })
})

describe('endDelegation by role', () => {
  let id: string
  beforeAll(async () => {
    id = (await they.set('Ravi', 'Ewa')).body.id
  })
  roleSuite(
    'endDelegation',
    () => app,
    () => ({ path: `/delegations/${id}` }),
  )
  it('denies an auditor, and returns 404 for an unknown delegation', async () => {
    expect((await end('Grace', id)).status).toBe(403)
    expect((await end('Ravi', randomUUID())).status).toBe(404)
  })
})
