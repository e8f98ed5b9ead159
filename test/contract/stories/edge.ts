import { storeDirectory } from '../../../sample/edgeStores.ts'
import { story } from '../story.ts'

export const edge = story('edge', async ({ reach, reject, call, as, withKey, company }) => {
  const admin = as('Niamh')
  const usedNumbers = new Set(company.accounts.flatMap(({ storeNumbers }) => storeNumbers))
  const freeStores = storeDirectory(company.accounts).filter(({ number, closing }) => closing === null && !usedNumbers.has(number))
  const [firstName = '', secondName = ''] = freeStores.map(({ number }) => number)
  await reject('GET /edge/lookupStoreData', 'missing', { query: { storeNumber: '999999' }, as: admin })
  await reach('GET /edge/lookupStoreData', { query: { storeNumber: firstName }, as: admin })
  await reach('GET /edge/searchForStore', { query: { storeNumber: firstName }, as: admin })

  const body = { name: 'New stores in the north', stores: [{ storeNumber: firstName }] }
  await reach('POST /edge/newStores', { body, as: admin })
  await reject('POST /edge/newStores', 'conflict', { body: { ...body, stores: [{ storeNumber: secondName }] }, as: admin })

  const { key } = (await call('POST /admin/api-keys/generate', { body: { name: 'Store openings', scopes: ['edge:complete'] }, as: admin }))
    .body
  await reach('PATCH /edge/completedStores', { body: [firstName], as: withKey(key) })
})
