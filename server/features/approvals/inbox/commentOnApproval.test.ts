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
const addComment = (givenName: string, comment: unknown, id = inboxRequest.id) =>
  inbox.as(givenName).post(`/account-approvals/${id}/comments`, { comment })

describe('commentOnApproval', () => {
  it('shows the comment to all participants, notifies the others, and isn’t a decision', async () => {
    const { status, body } = await addComment('Ravi', '  Why not <b>staging</b>?  ')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      status: 'pending',
      comments: [{ comment: 'Why not <b>staging</b>?', stage: 1, person: { id: inbox.app.persona('Ravi').id } }],
    })
    expect((await inbox.notifications('Priya', 'approvalComment')).map((notification) => notification.body)).toEqual([
      '“Why not <b>staging</b>?”',
    ])
    expect(await inbox.notifications('Ravi', 'approvalComment')).toEqual([])
    expect((await addComment('Priya', 'Staging is full.')).body.comments).toHaveLength(2)
    expect(await inbox.notifications('Ravi', 'approvalComment')).toHaveLength(1)
    expect(await inbox.app.db.selectFrom('approval_decisions').select('id').where('approval_id', '=', inboxRequest.id).execute()).toEqual(
      [],
    )
    expect(body.version).toBe(inboxRequest.version)
  })

  it('appears in the history of the request', async () => {
    const { body } = await inbox.as('Priya').get(`/account-requests/${inboxRequest.requestId}`)
    expect(body.timeline).toContainEqual(expect.objectContaining({ kind: 'comment', comment: 'Staging is full.' }))
  })

  roleSuite(
    'commentOnApproval',
    () => inbox.app,
    () => ({ path: `/account-approvals/${inboxRequest.id}/comments`, body: { comment: 'Hello.' } }),
  )

  it('denies administrators and auditors who aren’t involved in the request, and rejects empty or late comments', async () => {
    expect((await addComment('Niamh', 'Hello.')).status).toBe(403)
    for (const comment of ['', '   ', 'x'.repeat(1_001), 7]) expect((await addComment('Ravi', comment)).status).toBe(400)
    const decidedRequest = await inbox.ask()
    await inbox.as('Ravi').post(`/account-approvals/${decidedRequest.id}`, { decision: 'reject', stage: 1, comment: 'Not now.' })
    expect((await addComment('Priya', 'But why?', decidedRequest.id)).body.code).toBe('alreadyDecided')
    expect((await addComment('Ravi', 'Hello.', crypto.randomUUID())).status).toBe(404)
    expect(await inbox.app.db.selectFrom('approval_comments').select('id').where('approval_id', '=', decidedRequest.id).execute()).toEqual(
      [],
    )
  })
})
