import { expect, it } from 'vitest'
import { inboxQuery, parseInboxSearch } from './inboxSearch.ts'

it('parses a URL, and ignores unknown parameters', () => {
  expect(parseInboxSearch({ id: 'a', kind: 'accessRequest', sort: 'risk', q: 'basket', page: '2' })).toEqual({
    id: 'a',
    show: undefined,
    kind: 'accessRequest',
    sort: 'risk',
    q: 'basket',
    page: 2,
  })
  const emptySearch = { id: undefined, show: undefined, kind: undefined, sort: undefined, q: undefined, page: undefined }
  for (const search of [
    {},
    { kind: 'a;b==c', sort: 'constructor', page: '-1', show: 'some', q: 7 },
    { kind: '', page: '1.5', sort: '__proto__' },
  ])
    expect(parseInboxSearch(search)).toEqual(emptySearch)
})

it('requests the page, sort order and filter in the URL', () => {
  expect(inboxQuery({})).toEqual({ size: 50 })
  expect(inboxQuery({ kind: 'accessRequest', sort: 'expires', q: 'basket', page: 3 })).toEqual({
    size: 50,
    page: 3,
    sort: 'dueAt',
    search: 'basket',
    filter: 'kind==accessRequest',
  })
})
