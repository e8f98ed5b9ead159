import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxStatusLabels } from '../../../../client/sandboxStatusLabels.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import * as account from '../../access/assignments/access.fixture.ts'
import { add, clientOf, inGroup, requestAccess, sandboxEvents, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const decide = (personaName: string, id: string, body: Record<string, unknown> = { decision: 'approve' }) =>
  clientOf(app, personaName).patch(`/sandbox-access/requests/${id}`, { stage: 1, ...body })

describe('decideSandboxAccessRequest', () => {
  it('grants access, including in the directory, with a sandbox event', async () => {
    const sandbox = await teamSandbox(app)
    const { id, body } = await requestAccess(app, sandbox, { durationHours: 48 })
    expect(await decide('Daniel', id)).toMatchObject({ status: 200, body: { status: 'approved' } })
    await app.drain()
    expect(await account.isIn(app, 'Priya', sandbox.team.directoryGroupId)).toBe(true)
    const response = await clientOf(app, 'Priya').get(`/sandbox-access/requests/${id}`)
    expect(response.body).toMatchObject({ status: 'approved', run: { status: 'succeeded' } })
    expect(Date.parse(response.body.until)).toBeGreaterThan(Date.now() + 47 * 3_600_000)
    expect(await sandboxEvents(app, sandbox.id)).toEqual([
      expect.stringMatching(new RegExp(`^Priya Raman .*sbx-${sandbox.name}-team \\(${body.reference}\\)$`)),
    ])
  })

  it('locks the sandbox before its group, like addSandboxMember, so that they can’t deadlock', async () => {
    const sandbox = await teamSandbox(app)
    const { id } = await requestAccess(app, sandbox)
    const blockingTransaction = await app.db.startTransaction().execute()
    await blockingTransaction.selectFrom('access_groups').select('id').where('id', '=', sandbox.team.id).forUpdate().execute()
    const waitForLocks = (count: number) =>
      until(async () => {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
        return rows[0]!.n >= count
      })
    const decisionPromise = decide('Daniel', id)
    await waitForLocks(1)
    const addedPromise = add(app, sandbox, 'Tomasz')
    await waitForLocks(2)
    await blockingTransaction.commit().execute()
    expect((await decisionPromise).status).toBe(200)
    expect((await addedPromise).answer.status).toBe(201)
  })

  it('changes the end date of a member’s access without revoking it', async () => {
    const sandbox = await teamSandbox(app)
    const { id: assignmentId } = await add(app, sandbox, 'Priya', { endsAt: new Date(Date.now() + 7_200_000).toISOString() })
    await app.drain()
    const { id } = await requestAccess(app, sandbox, { durationHours: 24 })
    await decide('Daniel', id)
    const row = await account.assignmentRow(app, assignmentId)
    expect(row.status).toBe('active')
    expect(row.ends_at!.getTime()).toBeGreaterThan(Date.now() + 25 * 3_600_000)
  })

  it('is shown in the inbox with its evidence', async () => {
    const sandbox = await teamSandbox(app)
    const { id, approvalId } = await requestAccess(app, sandbox)
    const inbox = await clientOf(app, 'Daniel').get('/account-approvals/pending-approvals')
    expect(inbox.body.find((each: { subjectId: string }) => each.subjectId === id)).toMatchObject({
      subjectKind: 'sandboxAccessRequest',
      subject: {
        kind: 'sandboxAccessRequest',
        summary: { id, sandbox: { id: sandbox.id, name: sandbox.name }, group: { suffix: 'team' } },
      },
    })
    const { body } = await clientOf(app, 'Daniel').get(`/account-approvals/${approvalId}`)
    expect(body.evidence.facts).toContainEqual({ label: 'Sandbox', value: `${sandbox.name} (${sandboxStatusLabels.active.toLowerCase()})` })
    expect(body.evidence.facts).toContainEqual({ label: expect.any(String), value: expect.stringMatching(/^0 .*20$/) })
    expect(body.evidence.owners).toMatchObject([{ id: app.persona('Daniel').id }])
  })

  it('counts only one vote, through either operation', async () => {
    const sandbox = await teamSandbox(app, { ownedBy: ['Daniel', 'Ravi'] })
    const { id, approvalId } = await requestAccess(app, sandbox)
    expect((await account.decide(app, 'Ravi', approvalId)).status).toBe(200)
    expect((await decide('Daniel', id)).status).toBe(409)
    expect(await inGroup(app, sandbox.team.id)).toEqual([app.persona('Priya').id])
  })

  roleSuite(
    'decideSandboxAccessRequest',
    () => app,
    async () => ({
      path: `/sandbox-access/requests/${(await requestAccess(app, await teamSandbox(app))).id}`,
      body: { decision: 'approve', stage: 1 },
    }),
  )

  it('denies the requester, even as owner, administrators, and owners of other sandboxes', async () => {
    const sandbox = await teamSandbox(app, { ownedBy: ['Daniel', 'Ravi'] })
    await teamSandbox(app, { ownedBy: ['Tomasz'] })
    const { id } = await requestAccess(app, sandbox, { who: 'Daniel' })
    for (const personaName of ['Daniel', 'Niamh', 'Tomasz']) expect((await decide(personaName, id)).status).toBe(401)
    expect(await inGroup(app, sandbox.team.id)).toEqual([])
    expect(
      (await account.outcomes(app, 'decideSandboxAccessRequest', id)).concat(
        await account.outcomes(
          app,
          'decideSandboxAccessRequest',
          (await app.db.selectFrom('approvals').select('id').where('subject_id', '=', id).executeTakeFirstOrThrow()).id,
        ),
      ),
    ).toEqual(['denied', 'denied', 'denied'])
  })

  it('returns 404 for an account’s access request, and for a sandbox’s through the operation for accounts', async () => {
    const ofAccount = await account.requestAccess(app, account.accountOf(app, 3))
    expect(await decide('Daniel', ofAccount.body.id)).toMatchObject({ status: 404 })
    const { id } = await requestAccess(app, await teamSandbox(app))
    const response = await clientOf(app, 'Daniel').patch(`/account-access/access-requests/${id}`, { decision: 'approve', stage: 1 })
    expect(response).toMatchObject({ status: 404 })
    const rows = await app.db.selectFrom('access_requests').select('status').where('id', 'in', [id, ofAccount.body.id]).execute()
    expect(rows.map(({ status }) => status)).toEqual(['pending_approval', 'pending_approval'])
  })

  it('rejects a missing reason and an old version', async () => {
    const { id } = await requestAccess(app, await teamSandbox(app))
    expect(await decide('Daniel', id, { decision: 'reject' })).toMatchObject({ status: 400, body: { errors: [{ field: 'comment' }] } })
    expect(await decide('Daniel', id, { decision: 'approve', version: 7 })).toMatchObject({ status: 412 })
  })

  it('rejects an approval while the sandbox is being deleted', async () => {
    const sandbox = await teamSandbox(app)
    const { id } = await requestAccess(app, sandbox)
    await app.db
      .updateTable('sandboxes')
      .set({ status: 'deleting', delete_requested_at: new Date(), delete_at: new Date(), delete_cause: 'owner' })
      .where('id', '=', sandbox.id)
      .execute()
    expect(await decide('Daniel', id)).toMatchObject({ status: 409 })
    expect(await decide('Daniel', id, { decision: 'reject', comment: 'It is over.' })).toMatchObject({ status: 200 })
  })
})
