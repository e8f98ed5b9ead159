import { expect } from 'vitest'
import { vaultAccessOf } from '../../../simulator/keyvault/vaultAccess.ts'
import { until } from '../../until.ts'
import type { Request } from '../client.ts'
import type { Operation } from '../operations.ts'
import { type StoryContext, story } from '../story.ts'
import { newAccountRequest } from './newAccount.ts'

export const utils = story('utils', async (context) => {
  context.context.config.merge = 'onRequest'
  await lookUp(context)
  await setSecret(context)
  await mergeOnboarding(context)
  await mergeUpdate(context)
})

async function lookUp({ reach, as, persona, company }: StoryContext) {
  const tomasz = as('Tomasz')
  await reach('GET /utils/searchGraphForUser', { query: { search: 'Priya', filter: true }, as: tomasz })
  await reach('GET /utils/searchUserData', { query: { search: 'Priya' }, as: tomasz })
  await reach('GET /utils/LookupSnetData', { as: tomasz })
  await reach('GET /utils/VirtualMachineSkus', { as: tomasz })
  const images = await reach('GET /utils/VmImageData', { as: tomasz })
  const image = { publisher: expect.any(String), offer: expect.any(String), sku: expect.any(String), version: expect.any(String) }
  expect(images.items[0]).toMatchObject({ ...image, urn: expect.any(String) })
  const storeNumber = company.accounts.flatMap(({ storeNumbers }) => storeNumbers)[0]!
  await reach('GET /utils/stores/{storeNumber}', { path: { storeNumber }, as: tomasz })
  const [priya, unknownPerson] = await reach('POST /utils/ValidateUsers', {
    body: [persona('Priya').email, 'nobody@example.com'],
    as: tomasz,
  })
  expect([priya.valid, unknownPerson.valid]).toEqual([true, false])
}

async function setSecret({ reach, call, as }: StoryContext) {
  const daniel = as('Daniel')
  for (const { id: accountId, status } of (await call('GET /accounts/myAccounts', { as: daniel })).body) {
    if (status !== 'active') continue
    const query = { resourceType: 'Microsoft.KeyVault/vaults' }
    const { items } = (await call('GET /accounts/{id}/resources', { path: { id: accountId }, query, as: daniel })).body
    const vault = items.find(({ name }: { name: string }) => vaultAccessOf({ name }) === 'open')
    if (!vault) continue
    await reach('POST /utils/setKeyVaultSecret', {
      body: { accountId, vaultName: vault.name, name: 'till-api-key', value: 'trial' },
      as: daniel,
    })
    return
  }
  throw new Error('No vault of the sample company accepts secrets.')
}

async function mergeOnboarding(context: StoryContext) {
  const { call, as } = context
  const accountRequest = (await call('POST /account-requests', { body: newAccountRequest(context, 'checkout-trial-dev'), as: as('Priya') }))
    .body
  for (const personaName of ['Ravi', 'Margaret']) {
    const pendingApprovals = (await call('GET /account-approvals/pending-approvals', { as: as(personaName) })).body
    const { id, stage } = pendingApprovals.find(({ subjectId }: { subjectId: string }) => subjectId === accountRequest.id)
    await call('POST /account-approvals/{id}', { path: { id }, body: { decision: 'approve', stage }, as: as(personaName) })
  }
  await merge(context, 'PATCH /utils/pipeline/onboard/merge', { body: { requestId: accountRequest.id }, as: as('Niamh') })
}

async function mergeUpdate(context: StoryContext) {
  const { reach, call, as, company, persona } = context
  const account = company.accounts.find(
    ({ ownerIds, status, kind }) => ownerIds.includes(persona('Daniel').id) && status === 'active' && kind === 'cloud',
  )!
  const path = { id: account.id }
  const body = { remove: [account.catalogueItemIds[0]], reason: 'For the summer campaign.' }
  const update = (await call('POST /accounts/{id}/updates/catalogue', { path, body, as: as('Daniel') })).body
  const { stage } = update.approvals.at(-1)
  const vote = { path: { ...path, updateId: update.id }, body: { decision: 'approve', stage }, as: as('Ravi') }
  await call('POST /accounts/{id}/updates/{updateId}/approve', vote)
  await merge(context, 'PATCH /utils/pipeline/update/merge', { body: { updateId: update.id }, as: as('Niamh') })
  await reach('PATCH /utils/updates/requeue', { body: { updateIds: [update.id] }, as: as('Niamh') })
}

/** Waits for the pull request and its checks; a repeated merge gets the first response. */
async function merge({ reach, call }: StoryContext, operation: Operation, request: Request) {
  await until(async () => (await call(operation, request)).status < 300)
  await reach(operation, request)
}
