import { expect } from 'vitest'
import { story } from '../story.ts'
import { newAccount } from './newAccount.ts'

export const families = story('families', async ({ reach, reject, call, as, persona, company }) => {
  const admin = as('Niamh')
  const checkout = company.families.find((family) => family.name === 'Checkout')!
  const body = { name: 'Gift cards', towerId: checkout.towerId, ownerIds: [persona('Ravi').id] }
  const { id, name } = await reach('POST /families', { body, as: admin })
  await reject('POST /families', 'conflict', { body, as: admin })

  await reach('GET /families', { as: as('Tomasz') })
  await reach('GET /families/{id}', { path: { id }, as: as('Tomasz') })
  await reach('GET /families/byName/{name}', { path: { name }, as: as('Tomasz') })

  await reach('PATCH /families/{id}', { path: { id }, body: { description: 'Sold at every till.' }, as: admin })
  await reject('PATCH /families/{id}', 'conflict', { path: { id }, body: { name: checkout.name }, as: admin })
  await reject('DELETE /families/{id}', 'conflict', { path: { id: checkout.id }, as: admin })

  const account = { ...newAccount({ company, persona }, 'gift-cards-legacy'), familyId: id }
  const created = await call('POST /accounts', { body: account, as: admin })
  expect((await call('DELETE /accounts/{id}', { path: { id: created.body.id }, as: admin })).status).toBe(204)
  await reach('DELETE /families/{id}', { path: { id }, as: admin })
})
