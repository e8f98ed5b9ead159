import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { delegationsOf } from './delegations.fixture.ts'
import { delegationTitles } from './notify.ts'

let app: TestApp
let delegations: ReturnType<typeof delegationsOf>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  delegations = delegationsOf(app)
})
afterAll(() => app.close())
const end = (givenName: string, id: string) => delegations.as(givenName).delete(`/delegations/${id}`)

describe('endDelegation', () => {
  it('can be called by both people and an administrator, notifies the others, and returns the seat', async () => {
    const approvalId = await delegations.ask()
    const firstResponse = await delegations.set('Ravi', 'Ewa')
    expect((await end('Ravi', firstResponse.body.id)).body.status).toBe('ended')
    expect(await delegations.waiting('Ewa')).not.toContain(approvalId)
    expect((await delegations.vote('Ewa', approvalId)).status).toBe(403)
    expect((await delegations.notificationsOf('Ewa')).at(-1)).toBe(delegationTitles.endedDelegate('Ravi Deshmukh'))

    const secondResponse = await delegations.set('Ravi', 'Ewa')
    expect((await end('Ewa', secondResponse.body.id)).status).toBe(200)
    const notification = await app.db
      .selectFrom('notifications')
      .select('body')
      .where('person_id', '=', delegations.id('Ravi'))
      .where('subject_id', '=', secondResponse.body.id)
      .executeTakeFirstOrThrow()
    expect(notification.body).toMatch(/^Ewa /)

    const thirdResponse = await delegations.set('Ravi', 'Ewa')
    expect((await end('Niamh', thirdResponse.body.id)).status).toBe(200)
    expect(await end('Ravi', thirdResponse.body.id)).toMatchObject({ status: 409, body: { code: 'wrongState' } })
  })

  it('keeps the delegate’s votes', async () => {
    const approvalId = await delegations.ask()
    const { body } = await delegations.set('Ravi', 'Ewa')
    await delegations.vote('Ewa', approvalId)
    await end('Ravi', body.id)
    expect(await delegations.votes(approvalId)).toEqual([{ approver_id: delegations.id('Ewa'), on_behalf_of: delegations.id('Ravi') }])
  })
})

describe('endDelegation by role', () => {
  let id: string
  beforeAll(async () => {
    id = (await delegations.set('Ravi', 'Ewa')).body.id
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
