import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type Inbox, startInbox } from './inbox.fixture.ts'

let inbox: Inbox
let inboxRequests: Awaited<ReturnType<Inbox['ask']>>[]
beforeAll(async () => {
  inbox = await startInbox()
  inboxRequests = []
  for (const overrides of [{}, {}, {}, { environment: 'production', workload: 'Production' }])
    inboxRequests.push(await inbox.ask(overrides))
})
afterAll(() => inbox.app.close())
const path = (id = inboxRequests[0]!.id) => `/account-approvals/${id}/alike`

describe('listSimilarApprovals', () => {
  it('groups similar requests, and separates different ones with the reason', async () => {
    const { status, body } = await inbox.as('Ravi').get(path())
    expect(status).toBe(200)
    expect(body.similar.map((item: { id: string }) => item.id)).toEqual(inboxRequests.slice(0, 3).map(({ id }) => id))
    expect(body.different).toHaveLength(1)
    expect(body.different[0]).toMatchObject({
      approval: { id: inboxRequests[3]!.id },
      reasons: expect.arrayContaining(['The environment is production; the others have development.']),
    })
    expect(body.more).toBe(0)
  })

  it('compares with the majority, whichever request is open', async () => {
    const { body } = await inbox.as('Ravi').get(path(inboxRequests[3]!.id))
    expect(body.different.map((item: { approval: { id: string } }) => item.approval.id)).toEqual([inboxRequests[3]!.id])
    expect(body.similar).toHaveLength(3)
  })

  it('leaves out approvals of other people', async () => {
    await inbox.as('Ravi').post(`/account-approvals/${inboxRequests[2]!.id}`, { decision: 'approve', stage: 1 })
    expect((await inbox.as('Ravi').get(path())).body.similar).toHaveLength(2)
    expect((await inbox.as('Margaret').get(path(inboxRequests[2]!.id))).body.similar).toHaveLength(1)
  })

  roleSuite(
    'listSimilarApprovals',
    () => inbox.app,
    () => ({ path: path() }),
  )

  it('denies the requester, and returns 404 for an unknown approval', async () => {
    expect((await inbox.as('Priya').get(path())).status).toBe(403)
    expect((await inbox.as('Ravi').get(path(crypto.randomUUID()))).status).toBe(404)
  })
})
