import { expect } from 'vitest'
import { type StoryContext, story } from '../story.ts'
import { newAccount } from './newAccount.ts'

const reason = 'For the summer campaign.'
const [reader, contributor] = ['acdd72a7-3385-48ef-bd42-f606fba81ae7', 'b24988ac-6180-42a0-ab88-20f7382dd24c']

export const accounts = story('accounts', async (context) => {
  const ownAccounts = await findAccounts(context)
  const active = ownAccounts.filter((account: { kind: string; status: string }) => account.kind === 'cloud' && account.status === 'active')
  await manageRecord(context, active[0].name)
  await readCloudPages(context, active[0])
  await changeServices(context, active)
  await decommission(context)
  await manageGroups(context, active[1].id)
  await activateRole(context, active[2].id)
})

async function findAccounts({ reach, as, persona }: StoryContext) {
  const daniel = as('Daniel')
  const ownAccounts = await reach('GET /accounts/myAccounts', { as: daniel })
  const [{ id, name }] = ownAccounts
  const path = { id }
  await reach('GET /accounts', { query: { includeEdge: true }, as: daniel })
  const query = { page: 1, size: 5, sort: 'name', filter: '', search: name }
  const page = await reach('GET /accounts/adv', { query, as: daniel })
  expect(page.items[0].name).toBe(name)
  await reach('GET /accounts/adv/options', { as: daniel })
  await reach('GET /accounts/search', { query: { searchTerm: name }, as: daniel })
  await reach('GET /accounts/byName/{name}', { path: { name }, as: daniel })
  await reach('GET /accounts/{id}', { path, as: daniel })
  await reach('GET /accounts/myAccounts/{id}', { path, as: daniel })
  expect(await reach('GET /accounts/{id}/doIOwn', { path, as: daniel })).toBe(true)
  expect(await reach('GET /accounts/{id}/doIOwn', { path, as: as('Tomasz') })).toBe(false)
  const otherOwners = await reach('GET /accounts/{id}/AccountOwnersNotUser', { path, as: daniel })
  expect(otherOwners.map((owner: { id: string }) => owner.id)).not.toContain(persona('Daniel').id)
  return ownAccounts
}

async function manageRecord({ reach, reject, as, persona, company }: StoryContext, existingName: string) {
  const [admin, daniel] = [as('Niamh'), as('Daniel')]
  const body = newAccount({ company, persona }, 'checkout-legacy')
  const { ownerIds: owners } = body
  const { id } = await reach('POST /accounts', { body, as: admin })
  await reject('POST /accounts', 'conflict', { body, as: admin })
  const path = { id }
  await reach('PATCH /accounts/{id}', { path, body: { description: 'Runs the old tills.' }, as: admin })
  await reject('PATCH /accounts/{id}', 'conflict', { path, body: { name: existingName }, as: admin })
  await reach('PATCH /accounts/myAccounts/{id}', { path, body: { costCentre: 'CC-4200' }, as: daniel })
  const ownersBody = { ownerIds: [...owners, persona('Priya').id] }
  await reach('PATCH /accounts/myAccounts/{id}/owners', { path, body: ownersBody, as: daniel })
  await reach('PATCH /accounts/admin/{id}/owners', { path, body: { ownerIds: owners }, as: admin })

  const decommissionedAccount = company.accounts.find(({ status }) => status === 'decommissioned')!
  const owner = as(decommissionedAccount.ownerIds[0]!)
  await reject('PATCH /accounts/myAccounts/{id}', 'conflict', {
    path: { id: decommissionedAccount.id },
    body: { costCentre: 'CC-4200' },
    as: owner,
  })
  await reject('PATCH /accounts/myAccounts/{id}/owners', 'conflict', {
    path: { id: decommissionedAccount.id },
    body: ownersBody,
    as: owner,
  })
  await reject('PATCH /accounts/admin/{id}/owners', 'conflict', { path: { id: decommissionedAccount.id }, body: ownersBody, as: admin })
  const tags = {
    operation: 'merge',
    tags: { team: 'checkout' },
    resourceIds: [`/subscriptions/${decommissionedAccount.subscriptionId}/resourceGroups/rg`],
  }
  await reject('POST /accounts/{id}/setResourceTags', 'conflict', { path: { id: decommissionedAccount.id }, body: tags, as: owner })

  const existingAccount = company.accounts.find(({ name }) => name === existingName)!
  await reject('DELETE /accounts/{id}', 'conflict', { path: { id: existingAccount.id }, as: admin })
  await reach('DELETE /accounts/{id}', { path, as: daniel })
}

async function readCloudPages({ reach, as }: StoryContext, { id, subscriptionId }: { id: string; subscriptionId: string }) {
  const path = { id }
  const daniel = as('Daniel')
  await reach('GET /accounts/{id}/unmanagedResourceGroups', { path, as: daniel })
  const groups = await reach('GET /accounts/{id}/ResourceGroups', { path, as: daniel })
  await reach('GET /accounts/{id}/networkDetails', { path, as: daniel })
  await reach('GET /accounts/{id}/rsvPolicies', { path, as: daniel })
  await reach('GET /accounts/{id}/updateManagementSchedules', { path, as: daniel })
  const { items } = await reach('GET /accounts/{id}/resources', {
    path,
    query: { resourceType: 'Microsoft.Storage/storageAccounts' },
    as: daniel,
  })
  await reach('GET /accounts/{id}/policyCompliance', { path, as: daniel })
  await reach('GET /accounts/{id}/vulnerabilitySummary', { path, as: daniel })
  const resourceId = items[0]?.id ?? `/subscriptions/${subscriptionId}/resourceGroups/${groups.items[0].name}`
  await reach('GET /accounts/{id}/resourceVulnerabilityData', { path, query: { resourceId }, as: daniel })
  await reach('GET /accounts/{id}/advisorCostRecommendations', { path, as: daniel })
  await reach('GET /accounts/{id}/roleDefinitions', { path, as: daniel })
  const body = { operation: 'merge', tags: { team: 'checkout' }, resourceIds: [groups.items[0].id] }
  await reach('POST /accounts/{id}/setResourceTags', { path, body, as: daniel })
}

async function changeServices({ reach, reject, as, company }: StoryContext, [account]: { id: string }[]) {
  const [daniel, ravi] = [as('Daniel'), as('Ravi')]
  const path = { id: account!.id }
  const { catalogueItemIds } = company.accounts.find(({ id }) => id === path.id)!
  const body = { remove: [catalogueItemIds[0]], reason }
  const { id: updateId } = await reach('POST /accounts/{id}/updates/catalogue', { path, body, as: daniel })
  await reject('POST /accounts/{id}/updates/catalogue', 'conflict', { path, body, as: daniel })
  await reach('GET /accounts/{id}/updates/catalogue', { path, as: daniel })
  const update = { ...path, updateId }
  await reach('PATCH /accounts/{id}/updates/{updateId}', { path: update, body: { reason: `${reason} As agreed.` }, as: daniel })

  const pendingUpdates = await reach('GET /accounts/{id}/updates/pending-approval', { path, as: ravi })
  const { stage } = pendingUpdates.find(({ id }: { id: string }) => id === updateId)
  const vote = { path: update, body: { decision: 'approve', stage }, as: ravi }
  await reach('POST /accounts/{id}/updates/{updateId}/approve', vote)
  await reject('POST /accounts/{id}/updates/{updateId}/approve', 'conflict', vote)
  await reject('PATCH /accounts/{id}/updates/{updateId}', 'conflict', { path: update, body: { reason }, as: daniel })
}

async function decommission({ reach, reject, as, company }: StoryContext) {
  const account = company.accounts.find(
    ({ kind, environment, status, network }) =>
      kind === 'cloud' && environment === 'development' && status === 'active' && network.connectivity === 'corporate',
  )!
  const request = { path: { id: account.id }, body: { confirmName: account.name, reason }, as: as(account.ownerIds[0]!) }
  await reach('POST /accounts/{id}/updates/decommission', request)
  await reject('POST /accounts/{id}/updates/decommission', 'conflict', request)
}

async function manageGroups({ reach, reject, wait, as }: StoryContext, id: string) {
  const [path, daniel] = [{ id }, as('Daniel')]
  const body = {
    name: 'night-shift',
    description: 'Those who watch the tills at night.',
    roleDefinitionIds: [reader],
    assignment: 'active',
    requestable: true,
    maxDurationHours: 72,
  }
  const { jobId } = await reach('POST /accounts/{id}/groups', { path, body, as: daniel })
  await reject('POST /accounts/{id}/groups', 'conflict', { path, body, as: daniel })
  const request = { path, query: { jobId }, as: daniel }
  await wait('GET /accounts/{id}/pollGroupCreation', request, ({ status }) => status === 'succeeded')
  const groups = await reach('GET /accounts/{id}/groups', { path, as: as('Tomasz') })
  const group = groups.find(({ name }: { name: string }) => name.endsWith(body.name))

  const accessRequestInput = {
    path,
    body: { groupId: group.id, justification: 'To watch the tills on Friday nights.', durationHours: 24 },
    as: as('Priya'),
  }
  await reach('POST /accounts/{id}/accessRequests', accessRequestInput)
  await reject('POST /accounts/{id}/accessRequests', 'conflict', accessRequestInput)

  const end = { path: { id, groupId: group.id }, as: daniel }
  await reach('DELETE /accounts/{id}/groups/{groupId}', end)
  await reject('DELETE /accounts/{id}/groups/{groupId}', 'conflict', end)
}

async function activateRole({ reach, reject, as }: StoryContext, id: string) {
  const [path, daniel] = [{ id }, as('Daniel')]
  await reach('GET /accounts/{id}/getPimRoleEligibility', { path, as: daniel })
  const body = { roleDefinitionId: contributor, durationMinutes: 60, justification: 'To restart the payment service.' }
  await reach('POST /accounts/{id}/createAssignment', { path, body, as: daniel })
  await reject('POST /accounts/{id}/createAssignment', 'conflict', { path, body, as: daniel })
}
