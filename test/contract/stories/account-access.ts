import { expect } from 'vitest'
import { story } from '../story.ts'

const justification = 'To look into what the checkout does on Fridays.'
const idOf = (row: { id: string }) => row.id
const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()

interface AccessGroup {
  account: { id: string }
  assignment: string
  requestable: boolean
  maxDurationHours: number | null
}

export const accountAccess = story('account-access', async ({ reach, reject, wait, as, persona, call }) => {
  const [priya, daniel, admin] = [as('Priya'), as('Daniel'), as('Niamh')]
  const groups = await reach('GET /account-access/groups', { as: priya })
  expect(groups.length).toBeGreaterThan(0)
  const ownAccountIds = (await call('GET /accounts/myAccounts', { as: daniel })).body.map(idOf)
  const isLimited = ({ account, assignment, requestable, maxDurationHours }: AccessGroup) =>
    ownAccountIds.includes(account.id) && assignment === 'active' && requestable && maxDurationHours !== null
  const { name, account } = groups.find(isLimited)
  const query = { page: 1, size: 5, sort: 'name', filter: '', search: account.name }
  await reach('GET /account-access/groups/adv', { query, as: priya })
  await reach('GET /account-access/groups/adv/options', { as: priya })
  const group = await reach('GET /account-access/groups/byName/{name}', { path: { name }, as: priya })
  await reach('GET /account-access/groups/{id}', { path: { id: group.id }, as: priya })

  const sendRequest = async () => {
    const { status, body } = await call('POST /accounts/{id}/accessRequests', {
      path: { id: account.id },
      body: { groupId: group.id, justification, durationHours: 24 },
      as: priya,
    })
    expect(status).toBe(201)
    return body.id
  }
  const path = { id: await sendRequest() }
  const ownRequests = await reach('GET /account-access/userPendingAccessRequests', { as: priya })
  expect(ownRequests.map(idOf)).toContain(path.id)
  await reach('GET /account-access/access-requests', { as: priya })
  await reach('GET /account-access/access-requests/adv', { query: { ...query, sort: '' }, as: priya })
  await reach('GET /account-access/access-requests/adv/options', { as: priya })
  await reach('GET /account-access/access-requests/{id}', { path, as: priya })
  const pendingRequests = await reach('GET /account-access/ownerPendingAccessRequests', { as: daniel })
  const { stage } = pendingRequests.find(({ id }: { id: string }) => id === path.id).waiting
  const vote = { path, body: { decision: 'approve', stage }, as: daniel }
  await reach('PATCH /account-access/access-requests/{id}', vote)
  await reject('PATCH /account-access/access-requests/{id}', 'conflict', vote)

  const isOwnAccess = (access: { group: { id: string }; status: string }) => access.group.id === group.id && access.status === 'active'
  const currentAccess = await wait('GET /account-access/UserExistingAccess', { as: priya }, (body) => body.some(isOwnAccess))
  const access = { id: currentAccess.find(isOwnAccess).id }
  await reach('GET /account-access/{id}', { path: access, as: priya })
  await reach('PATCH /account-access/{id}', { path: access, body: { endsAt: hours(12) }, as: daniel })
  // The group has a maximum duration, even for administrators.
  for (const caller of [daniel, admin])
    await reject('PATCH /account-access/{id}', 'conflict', { path: access, body: { endsAt: null }, as: caller })
  await reach('DELETE /account-access/{id}', { path: access, as: priya })
  await wait('GET /account-access/UserExistingAccess', { as: priya }, (body) => !body.some(({ id }: { id: string }) => id === access.id))
  await reject('PATCH /account-access/{id}', 'conflict', { path: access, body: { endsAt: hours(6) }, as: daniel })

  const grant = { path: { id: group.id }, body: { personId: persona('Priya').id, reason: justification, endsAt: hours(24) }, as: admin }
  await reach('POST /account-access/{id}', grant)
  await reject('POST /account-access/{id}', 'conflict', grant)
})
