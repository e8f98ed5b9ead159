import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type Inbox, startInbox } from './inbox.fixture.ts'

let inbox: Inbox
let inboxRequest: Awaited<ReturnType<Inbox['ask']>>
beforeAll(async () => {
  inbox = await startInbox()
  inboxRequest = await inbox.ask()
})
afterAll(() => inbox.app.close())
const remind = (givenName = 'Priya', id = inboxRequest.id) => inbox.as(givenName).post(`/account-approvals/${id}/nudge`)
const fetchRequest = async () =>
  (await inbox.as('Priya').get('/account-approvals/my-requests-pending-approval')).body.find(
    (item: { id: string }) => item.id === inboxRequest.id,
  )

describe('remindApprovers', () => {
  it('reminds the approvers once a day, and returns the next time', async () => {
    expect((await fetchRequest()).can.remind).toBe(true)
    const { status, body } = await remind()
    expect([status, body.version]).toEqual([200, inboxRequest.version])
    expect(await inbox.notifications('Ravi', 'decisionRequesterReminder')).toMatchObject([
      { subject_id: inboxRequest.id, title: expect.stringContaining('Priya') },
    ])
    expect(await inbox.notifications('Margaret', 'decisionRequesterReminder')).toEqual([])
    inbox.wait(20)
    const repeated = await remind()
    expect(repeated).toMatchObject({ status: 429, body: { message: 'You sent a reminder. You can send the next one in 4 hours.' } })
    expect((await fetchRequest()).can.remind).toBe('You sent a reminder. You can send the next one in 4 hours.')
    inbox.wait(4.1)
    expect((await remind()).status).toBe(200)
    expect(await inbox.notifications('Ravi', 'decisionRequesterReminder')).toHaveLength(2)
  })

  it('sends one reminder when it is called in parallel', async () => {
    const otherRequest = await inbox.ask()
    const responses = await Promise.all(Array.from({ length: 6 }, () => remind('Priya', otherRequest.id)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429, 429])
  })

  roleSuite(
    'remindApprovers',
    () => inbox.app,
    () => ({ path: `/account-approvals/${inboxRequest.id}/nudge` }),
  )

  it('denies other people, and rejects a request that is not pending', async () => {
    const otherRequest = await inbox.ask()
    for (const name of ['Ravi', 'Niamh']) expect((await remind(name, otherRequest.id)).status).toBe(403)
    await inbox.as('Ravi').post(`/account-approvals/${otherRequest.id}`, { decision: 'reject', stage: 1, comment: 'Not now.' })
    expect((await remind('Priya', otherRequest.id)).body.code).toBe('alreadyDecided')
    expect((await remind('Priya', crypto.randomUUID())).status).toBe(404)
  })
})
