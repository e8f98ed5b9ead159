import { expect } from 'vitest'
import { story } from '../story.ts'
import { newSandbox, openTemplate } from './sampleSandboxes.ts'

const justification = 'To look at how the trial goes.'
const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()

export const sandboxAccess = story('sandbox-access', async (context) => {
  const { reach, reject, wait, call, as, persona } = context
  const [priya, daniel, admin] = [as('Priya'), as('Daniel'), as('Niamh')]
  await openTemplate(context)
  const sandbox = await newSandbox(context, 'checkout-trial')
  const path = { groupId: sandbox.groupId }
  await reach('GET /sandbox-access/groups', { as: daniel })
  const query = { page: 1, size: 5, sort: '', filter: '', search: sandbox.name }
  await reach('GET /sandbox-access/groups/adv', { query, as: daniel })
  await reach('GET /sandbox-access/groups/adv/options', { as: daniel })
  const group = await reach('GET /sandbox-access/groups/{groupId}', { path, as: daniel })
  await reach('GET /sandbox-access/groups/byName/{name}', { path: { name: group.name }, as: daniel })

  const single = { path, body: { personId: persona('Ewa').id, reason: justification }, as: admin }
  const bulkRequest = { path, body: { members: [{ personId: persona('Samuel').id }], reason: justification }, as: admin }
  await reject('POST /sandbox-access/groups/{groupId}/member', 'unauthorised', { ...single, as: priya })
  await reject('POST /sandbox-access/groups/{groupId}/members', 'unauthorised', { ...bulkRequest, as: priya })
  await reject('POST /sandbox-access/groups/{groupId}/member', 'unauthorised', { ...single, as: as('Tomasz') })
  await reject('POST /sandbox-access/groups/{groupId}/members', 'unauthorised', { ...bulkRequest, as: as('Tomasz') })
  await reach('POST /sandbox-access/groups/{groupId}/member', single)
  await reach('POST /sandbox-access/groups/{groupId}/members', bulkRequest)

  const response = await call('POST /sandboxes/{id}/accessRequests', {
    path: { id: sandbox.id },
    body: { groupId: path.groupId, justification, durationHours: 24 },
    as: daniel,
  })
  expect(response.status).toBe(201)
  const { id } = response.body
  await reach('GET /sandbox-access/requests', { as: daniel })
  await reach('GET /sandbox-access/requests/myRequests', { as: daniel })
  await reach('GET /sandbox-access/access-requests/adv', { query, as: daniel })
  await reach('GET /sandbox-access/access-requests/adv/options', { as: daniel })
  await reach('GET /sandbox-access/requests/{id}', { path: { id }, as: daniel })
  const pendingRequests = await reach('GET /sandbox-access/requests/pendingAsOwner', { as: priya })
  const { stage } = pendingRequests.find((request: { id: string }) => request.id === id).waiting
  const vote = { path: { id }, body: { decision: 'approve', stage }, as: priya }
  await reach('PATCH /sandbox-access/requests/{id}', vote)
  await reject('PATCH /sandbox-access/requests/{id}', 'conflict', vote)

  const isOwnAccess = (access: { group: { id: string }; status: string }) => access.group.id === path.groupId && access.status === 'active'
  const currentAccess = await wait('GET /sandbox-access/myAccess', { as: daniel }, (body) => body.some(isOwnAccess))
  const access = { id: currentAccess.find(isOwnAccess).id }
  await reach('GET /sandbox-access/access/{id}', { path: access, as: daniel })
  await reach('PATCH /sandbox-access/access/{id}', { path: access, body: { endsAt: hours(12) }, as: priya })
  await reach('DELETE /sandbox-access/access/{id}', { path: access, as: daniel })
  await wait('GET /sandbox-access/myAccess', { as: daniel }, (body) => !body.some(isOwnAccess))
  await reject('PATCH /sandbox-access/access/{id}', 'conflict', { path: access, body: { endsAt: hours(6) }, as: priya })

  const endResponse = await call('DELETE /sandboxes/{id}', { path: { id: sandbox.id }, as: priya })
  expect(endResponse.status).toBe(202)
  await reject('POST /sandbox-access/groups/{groupId}/member', 'conflict', single)
  await reject('POST /sandbox-access/groups/{groupId}/members', 'conflict', bulkRequest)
})
