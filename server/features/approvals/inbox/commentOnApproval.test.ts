import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type Inbox, startInbox } from './inbox.fixture.ts'

let inbox: Inbox
let asked: Awaited<ReturnType<Inbox['ask']>>
beforeAll(async () => {
  inbox = await startInbox()
  asked = await inbox.ask()
})
afterAll(() => inbox.app.close())
const say = (givenName: string, comment: unknown, id = asked.id) =>
  inbox.as(givenName).post(`/account-approvals/${id}/comments`, { comment })

describe('commentOnApproval', () => {
  it('shows the comment to all participants, notifies the others, and decides nothing', async () => {
    const { status, body } = await say('Ravi', '  Why not <b>staging</b>?  ')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      status: 'pending',
      comments: [{ comment: 'Why not <b>staging</b>?', stage: 1, person: { id: inbox.app.persona('Ravi').id } }],
    })
    expect((await inbox.notifications('Priya', 'approvalComment')).map((notification) => notification.body)).toEqual([
      '“Why not <b>staging</b>?”',
    ])
    expect(await inbox.notifications('Ravi', 'approvalComment')).toEqual([])
    expect((await say('Priya', 'Staging is full.')).body.comments).toHaveLength(2)
    expect(await inbox.notifications('Ravi', 'approvalComment')).toHaveLength(1)
    expect(await inbox.app.db.selectFrom('approval_decisions').select('id').where('approval_id', '=', asked.id).execute()).toEqual([])
    expect(body.version).toBe(asked.version)
  })

  it('appears in the history of the request', async () => {
    const { body } = await inbox.as('Priya').get(`/account-requests/${asked.requestId}`)
    expect(body.timeline).toContainEqual(expect.objectContaining({ kind: 'comment', comment: 'Staging is full.' }))
  })

  roleSuite(
    'commentOnApproval',
    () => inbox.app,
    () => ({ path: `/account-approvals/${asked.id}/comments`, body: { comment: 'Hello.' } }),
  )

  it('denies administrators and auditors without a part, and rejects empty or late comments', async () => {
    expect((await say('Niamh', 'Hello.')).status).toBe(403)
    for (const comment of ['', '   ', 'x'.repeat(1_001), 7]) expect((await say('Ravi', comment)).status).toBe(400)
    const done = await inbox.ask()
    await inbox.as('Ravi').post(`/account-approvals/${done.id}`, { decision: 'reject', stage: 1, comment: 'Not now.' })
    expect((await say('Priya', 'But why?', done.id)).body.code).toBe('alreadyDecided')
    expect((await say('Ravi', 'Hello.', crypto.randomUUID())).status).toBe(404)
    expect(await inbox.app.db.selectFrom('approval_comments').select('id').where('approval_id', '=', done.id).execute()).toEqual([])
  })
})
