import { storeDirectory } from '../../../sample/edgeStores.ts'
import { story } from '../story.ts'

export const edge = story('edge', async ({ reach, refuse, call, as, withKey, company }) => {
  const admin = as('Niamh')
  const taken = new Set(company.accounts.flatMap(({ storeNumbers }) => storeNumbers))
  const free = storeDirectory(company.accounts).filter(({ number, closing }) => closing === null && !taken.has(number))
  const [first = '', second = ''] = free.map(({ number }) => number)
  await refuse('GET /edge/lookupStoreData', 'missing', { query: { storeNumber: '999999' }, as: admin })
  await reach('GET /edge/lookupStoreData', { query: { storeNumber: first }, as: admin })
  await reach('GET /edge/searchForStore', { query: { storeNumber: first }, as: admin })

  const body = { name: 'New stores in the north', stores: [{ storeNumber: first }] }
  await reach('POST /edge/newStores', { body, as: admin })
  await refuse('POST /edge/newStores', 'conflict', { body: { ...body, stores: [{ storeNumber: second }] }, as: admin })

  const { key } = (await call('POST /admin/api-keys/generate', { body: { name: 'Store openings', scopes: ['edge:complete'] }, as: admin }))
    .body
  await reach('PATCH /edge/completedStores', { body: [first], as: withKey(key) })
})
