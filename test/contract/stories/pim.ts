import { expect } from 'vitest'
import { story } from '../story.ts'

export const pim = story('pim', async ({ reach, as, persona, company }) => {
  const daniel = as('Daniel')
  const account = company.accounts.find(({ ownerIds, status }) => status === 'active' && ownerIds.includes(persona('Daniel').id))!
  const { items } = await reach('GET /pim/roles', { as: daniel })
  const { roleDefinitionId } = items[0]
  const guid = roleDefinitionId.split('/').at(-1)
  const role = await reach('GET /pim/role', { query: { roleDefinitionId: guid }, as: daniel })
  const fullId = `/subscriptions/${account.subscriptionId}/providers/Microsoft.Authorization/roleDefinitions/${guid}`
  expect(await reach('GET /pim/role', { query: { roleDefinitionId: fullId }, as: daniel })).toEqual(role)
  await reach('GET /pim/{accountId}/refreshPimRoles', { path: { accountId: account.id }, as: daniel })
})
