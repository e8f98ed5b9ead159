import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../server/db/database.ts'
import { activateRole, accountOf as pimAccountOf, roleIds, ticketFor } from '../../server/features/access/pim/pim.fixture.ts'
import { policies } from '../../server/features/approvals/policies/policies.fixture.ts'
import { type Caller, startTestApp, type TestApp, type TestResponse } from '../app.ts'
import { type OpenApp, openApp } from '../openApp.ts'
import { statusOf, voteRequestKinds, voteRequests } from './voteRequests.ts'
import { type LockedRow, whileLocked } from './whileLocked.ts'

/** The requester withdraws a request on one server while an approver votes on it on another one. */

let app: TestApp
let replica: OpenApp
let replicaDatabase: OpenDatabase
let editable: Awaited<ReturnType<typeof voteRequests>>
let number = 0
const policyKinds = ['accountRequest', 'accountUpdate', 'accessRequest', 'sandboxRequest']
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  editable = await voteRequests(app)
  replicaDatabase = openDatabase(app.runtimeUrl, { max: 5 })
  const { db, callDb, runQueued, waitingCalls } = replicaDatabase
  replica = await openApp(app, {}, { db, callDb, runQueued, waitingCalls })
})
afterAll(async () => {
  await replica.close()
  await replicaDatabase.close()
  await app.close()
})

interface Request {
  approvalId: string
  approver: Caller
  /** Locks the row that the request is stored in. */
  row: LockedRow
  withdraw: () => Promise<TestResponse>
  status: () => Promise<string | undefined>
  withdrawn: string
  approved: string
}

async function editableRequest(kind: (typeof voteRequestKinds)[number]): Promise<Request> {
  const request = await editable[kind](1)
  const { approvalId, table, id, withdraw } = request
  return {
    approvalId,
    approver: app.as(app.persona('Ravi').id, undefined, { strong: true }),
    row: { table, id },
    withdraw,
    status: () => statusOf(app, request),
    withdrawn: 'cancelled',
    approved: 'approved',
  }
}

const requests: Record<string, () => Promise<Request>> = {
  ...Object.fromEntries(voteRequestKinds.map((kind) => [kind, () => editableRequest(kind)])),
  async policyChange() {
    const fixture = policies(app)
    // A policy has at most one draft.
    const { path, id, version } = await fixture.draft(policyKinds.pop()!)
    const { approvalId } = (await fixture.propose(path)).body
    const approverId = app.company.people.find(({ persona }) => persona?.title === 'Second administrator')!.id
    const { change_id } = (await fixture.row(id, version))!
    return {
      approvalId,
      approver: app.as(approverId, undefined, { strong: true }),
      row: { table: 'approval_policies', column: 'change_id', id: change_id },
      withdraw: () => fixture.niamh().post(`${path}/withdraw`),
      status: async () => (await fixture.row(id, version))?.status,
      withdrawn: 'draft',
      approved: 'live',
    }
  },
  async pimActivation() {
    const account = number++ % 5
    const { body } = await activateRole(app, account, {
      roleDefinitionId: roleIds.owner,
      ticket: ticketFor(app, pimAccountOf(app, account)),
    })
    const board = app.company.groups.find(({ displayName }) => displayName === 'Cloud Architecture Board')!
    const requesterId = app.persona('Daniel').id
    const approverId = board.memberIds.find((memberId) => memberId !== requesterId)!
    return {
      approvalId: body.approvalId,
      approver: app.as(approverId, undefined, { strong: true }),
      row: { table: 'pim_activations', id: body.id },
      withdraw: () => app.as(requesterId).post(`/pim/activations/${body.id}/cancel`),
      status: async () =>
        (await app.db.selectFrom('pim_activations').select('status').where('id', '=', body.id).executeTakeFirst())?.status,
      withdrawn: 'cancelled',
      approved: 'sending',
    }
  },
}

const vote = ({ approver, approvalId }: Request) =>
  approver.on(replica.server).post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1, comment: 'As agreed.' })
const roundOf = ({ approvalId }: Request) =>
  app.db.selectFrom('approvals').select('status').where('id', '=', approvalId).executeTakeFirstOrThrow()

const cases = Object.keys(requests).flatMap((kind) => (['approval', 'request'] as const).map((row) => [kind, row] as const))
const lockOf = (request: Request, row: 'approval' | 'request') =>
  row === 'approval' ? { table: 'approvals', id: request.approvalId } : request.row

describe('a withdrawal while an approver votes', () => {
  it.each(cases)('ends the round of %s before the vote, with the %s row locked', async (kind, row) => {
    const request = await requests[kind]!()
    const [withdrawn, voted] = await whileLocked(app.db, lockOf(request, row), request.withdraw, () => vote(request))
    expect([withdrawn.status < 300, voted.body.code]).toEqual([true, 'alreadyDecided'])
    expect([(await roundOf(request)).status, await request.status()]).toEqual(['cancelled', request.withdrawn])
  })

  it.each(cases)('is rejected after the vote that decided %s, with the %s row locked', async (kind, row) => {
    const request = await requests[kind]!()
    const [voted, withdrawn] = await whileLocked(app.db, lockOf(request, row), () => vote(request), request.withdraw)
    expect([voted.status, withdrawn.body.code]).toEqual([200, 'wrongState'])
    expect([(await roundOf(request)).status, await request.status()]).toEqual(['approved', request.approved])
  })
})
