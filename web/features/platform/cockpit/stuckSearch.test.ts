import { expect, it } from 'vitest'
import { stuckQuery, stuckSearch } from './stuckSearch.ts'

it('reads the kind in a URL, and ignores unknown kinds', () => {
  expect(stuckSearch({ kind: 'sandbox', q: 'lab', page: '2' })).toMatchObject({ kind: 'sandbox', q: 'lab', page: 2 })
  expect(stuckSearch({ kind: 'constructor' }).kind).toBeUndefined()
})

it('filters only by the kind', () => {
  expect(stuckQuery({ kind: 'sandbox', q: 'lab', page: 2 })).toEqual({ page: 2, search: 'lab', filter: 'kind==sandbox' })
  expect(stuckQuery({ filter: 'state==failed' })).toEqual({})
})
