import { expect, it } from 'vitest'
import { requestsQuery, requestsSearch } from './requestsSearch.ts'

it('reads the kind and the state in a URL, and ignores unknown values', () => {
  expect(requestsSearch({ kind: 'accountUpdate', state: 'open', page: '2' })).toMatchObject({
    kind: 'accountUpdate',
    state: 'open',
    page: 2,
  })
  expect(requestsSearch({ kind: 'constructor', state: '__proto__', show: 'x' })).toEqual({})
})

it('filters by kind and by the statuses of the state', () => {
  expect(requestsQuery({ kind: 'accountUpdate', state: 'open', q: 'basket', page: 3 })).toEqual({
    page: 3,
    search: 'basket',
    filter: 'kind==accountUpdate;status=in=(pending_approval,changes_requested)',
  })
  expect(requestsQuery({})).toEqual({})
})
