import { accountOf, justification } from '../../server/features/access/assignments/access.fixture.ts'
import { groupRow } from '../../server/features/accounts/groups/groups.fixture.ts'
import { services } from '../../server/features/accounts/updates/services.fixture.ts'
import { requestAccess as requestSandboxAccess, teamSandbox } from '../../server/features/sandboxes/access/sandboxAccess.fixture.ts'
import { addTemplateWithCapacity, createPending, template } from '../../server/features/sandboxes/requests/sandboxRequests.fixture.ts'
import type { TestApp, TestResponse } from '../app.ts'
import { newRequest } from '../newRequest.ts'
import { putPolicy } from '../putPolicy.ts'
import { accountOwners, newPerson } from './world.ts'

export interface VoteRequest {
  kind: string
  id: string
  approvalId: string
  table: 'account_requests' | 'account_updates' | 'access_requests' | 'sandbox_requests'
  edit: () => Promise<TestResponse>
  withdraw: () => Promise<TestResponse>
}

export const voteRequestKinds = ['accountRequest', 'accountUpdate', 'accessRequest', 'sandboxRequest', 'sandboxAccessRequest'] as const

/** Creates requests of each kind that can be edited, which Ravi and Margaret can approve. The argument is the number of needed votes. */
export async function voteRequests(
  app: TestApp,
): Promise<Record<(typeof voteRequestKinds)[number], (minimum: number) => Promise<VoteRequest>>> {
  await addTemplateWithCapacity(app, 900)
  const sandboxTemplate = await template(app)
  let number = 0
  const id = (givenName: string) => app.persona(givenName).id
  const as = (givenName: string) => app.as(id(givenName), undefined, { strong: true })
  const twoApprovers = (kind: string, minimum: number) =>
    putPolicy(app, kind as 'accountRequest', {
      reject: [],
      approve: [],
      stages: [{ name: 'One', rule: { kind: 'anyOf', personIds: [id('Ravi'), id('Margaret')] }, minimum }],
    })
  const approvalOf = async (subjectId: string) =>
    (await app.db.selectFrom('approvals').select('id').where('subject_id', '=', subjectId).executeTakeFirstOrThrow()).id
  return {
    async accountRequest(minimum) {
      const restore = await twoApprovers('accountRequest', minimum)
      const { body } = await as('Priya').post('/account-requests', newRequest(app, { name: `edited-${++number}` }))
      await restore()
      const edit = () => as('Priya').patch(`/account-requests/${body.id}`, newRequest(app, { name: `edited-${++number}` }))
      const withdraw = () => as('Priya').post(`/account-requests/${body.id}/withdraw`)
      return { kind: 'accountRequest', id: body.id, approvalId: body.approvals[0].id, table: 'account_requests', edit, withdraw }
    },
    async accountUpdate(minimum) {
      const restore = await twoApprovers('accountUpdate', minimum)
      const of = services(app)
      const account = app.company.accounts.filter(({ kind, status }) => kind === 'cloud' && status === 'active')[number++]!
      const owner = await newPerson(app)
      await accountOwners(app, account.id).grant(owner)
      const order = { add: [of.order(of.missing(account).name)], reason: 'For the summer campaign.' }
      const { body } = await app.as(owner).post(`/accounts/${account.id}/updates/catalogue`, order)
      await restore()
      const edit = () => app.as(owner).patch(`/accounts/${account.id}/updates/${body.id}`, { reason: `For campaign ${++number}.` })
      const withdraw = () => app.as(owner).post(`/accounts/${account.id}/updates/${body.id}/withdraw`)
      return { kind: 'accountUpdate', id: body.id, approvalId: await approvalOf(body.id), table: 'account_updates', edit, withdraw }
    },
    async accessRequest(minimum) {
      const restore = await twoApprovers('accessRequest', minimum)
      const [account, requester] = [accountOf(app, 0), await newPerson(app)]
      const group = await groupRow(app, `az-${account.name}-readers`)
      const path = `/accounts/${account.id}/accessRequests`
      const { body } = await app.as(requester).post(path, { groupId: group.id, justification, durationHours: 8 })
      await restore()
      const edit = () => app.as(requester).patch(`${path}/${body.id}`, { justification, durationHours: 100 })
      const withdraw = () => app.as(requester).post(`${path}/${body.id}/withdraw`)
      return { kind: 'accessRequest', id: body.id, approvalId: body.approvals[0].id, table: 'access_requests', edit, withdraw }
    },
    async sandboxRequest(minimum) {
      const restore = await twoApprovers('sandboxRequest', minimum)
      const body = await createPending(app, sandboxTemplate)
      await restore()
      const edit = () => as('Priya').patch(`/sandbox-requests/${body.id}`, { hours: 96 })
      const withdraw = () => as('Priya').post(`/sandbox-requests/${body.id}/withdraw`)
      return { kind: 'sandboxRequest', id: body.id, approvalId: body.approvalId, table: 'sandbox_requests', edit, withdraw }
    },
    async sandboxAccessRequest(minimum) {
      const restore = await twoApprovers('sandboxAccessRequest', minimum)
      const sandbox = await teamSandbox(app)
      const { body, approvalId } = await requestSandboxAccess(app, sandbox)
      await restore()
      const edit = () => as('Priya').patch(`/sandboxes/${sandbox.id}/accessRequests/${body.id}`, { justification, durationHours: 30 })
      const withdraw = () => as('Priya').post(`/sandboxes/${sandbox.id}/accessRequests/${body.id}/withdraw`)
      return { kind: 'sandboxAccessRequest', id: body.id, approvalId, table: 'access_requests', edit, withdraw }
    },
  }
}

export const statusOf = async (app: TestApp, { table, id }: VoteRequest) =>
  (await app.db.selectFrom(table).select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
