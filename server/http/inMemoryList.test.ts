import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { Timestamp } from '../people/schemas.ts'
import { fieldsOf, partOf } from './inMemoryList.ts'

const Item = Type.Object({
  name: Type.String(),
  size: Type.Integer(),
  since: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  seen: Timestamp,
  place: Type.String(),
  owner: Type.Object({ name: Type.String() }),
  tags: Type.Array(Type.String()),
})
const items = [
  {
    name: 'basket',
    size: 10,
    since: '2026-01-02T00:00:00Z',
    seen: '2026-05-01T00:00:00.000Z',
    place: 'web 10',
    owner: { name: 'Priya' },
    tags: ['web'],
  },
  {
    name: 'Checkout',
    size: 9,
    since: null,
    seen: '2026-05-02T00:00:00.000Z',
    place: 'web 9',
    owner: { name: 'Daniel' },
    tags: ['web', 'pay'],
  },
  {
    name: 'checkout-2',
    size: 100,
    since: '2026-03-01T00:00:00Z',
    seen: '2026-05-03T00:00:00.000Z',
    place: '2026-02-01',
    owner: { name: 'priya' },
    tags: [],
  },
]
const names = (query: Parameters<typeof partOf>[2]) => partOf(items, fieldsOf(Item), query).items.map(({ name }) => name)

describe('partOf', () => {
  it.each([
    ['name==checkout', ['Checkout']],
    ['name==check*', ['Checkout', 'checkout-2']],
    ['name!=check*', ['basket']],
    ['owner.name==priya;size>50', ['checkout-2']],
    ['size=le=9,name==basket', ['basket', 'Checkout']],
    ['tags=in=(pay,none)', ['Checkout']],
    ['tags=out=(web)', ['checkout-2']],
    ['since=gt=2026-01-31', ['checkout-2']],
    ['since=lt=2026-01-31T10:00:00+01:00', ['basket']],
    ['since=ge=2026-03-01;since=le=2026-03-01T00:00:00Z', ['checkout-2']],
    ['seen=gt=2026-05-02T01:00:00+02:00;seen<2026-05-03', ['Checkout']],
    ['place=gt="web 9"', ['basket']],
    ['place=lt="web 10"', ['Checkout', 'checkout-2']],
    ['name==*o*2', ['checkout-2']],
    ['name==*ck*ck*', []],
  ])('filters by %s', (filter, expected) => expect(names({ filter })).toEqual(expected))

  it.each([
    ['size', ['Checkout', 'basket', 'checkout-2']],
    ['-size', ['checkout-2', 'basket', 'Checkout']],
    ['owner.name,-size', ['Checkout', 'checkout-2', 'basket']],
    ['-since', ['checkout-2', 'basket', 'Checkout']],
    ['since', ['basket', 'checkout-2', 'Checkout']],
  ])('sorts by %s, items without a value last', (sort, expected) => expect(names({ sort })).toEqual(expected))

  it('searches all fields for every word, and pages through the matches', () => {
    expect(names({ search: 'PRIYA check' })).toEqual(['checkout-2'])
    expect(names({ page: 2, size: 2 })).toEqual(['checkout-2'])
    expect(partOf(items, fieldsOf(Item), { search: 'check', size: 1 })).toMatchObject({ items: [{ name: 'Checkout' }], total: 2 })
    expect(names({})).toEqual(['basket', 'Checkout', 'checkout-2'])
  })

  it.each([{ filter: 'secret==1' }, { sort: 'secret' }, { sort: '__proto__' }, { filter: 'constructor==1' }, { filter: 'name=like=x' }])(
    'rejects %j',
    (query) => expect(() => names(query)).toThrow(expect.objectContaining({ code: 'invalidFilter' })),
  )

  it.each([
    'size=gt=ten',
    'size=le=',
    'size==ten',
    'size=in=(9,ten)',
    'since=gt=soon',
    'seen=gt=soon',
    'since=le=10',
    'since=lt="web 10"',
    'since=gt=2026-02-31x',
  ])('rejects an operand whose type differs from the field’s: %s', (filter) =>
    expect(() => names({ filter })).toThrow(
      expect.objectContaining({ code: 'invalidFilter', errors: [expect.objectContaining({ field: 'filter' })] }),
    ),
  )

  it('accepts lists of text', () => {
    const fields = fieldsOf(Type.String())
    expect(partOf(['b', 'a', 'c'], fields, { sort: '-value', filter: 'value!=a' }).items).toEqual(['c', 'b'])
  })
})

describe('an endpoint with a whole list', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ runJobs: false })
  })
  afterAll(() => app.close())
  const get = (path: string) => app.as(app.persona('Niamh').id).get(path)

  it('accepts page and size, treats page 0 as the first, and returns the link to the next page', async () => {
    const allTowers = (await get('/towers')).body as { id: string; name: string }[]
    const firstResponse = await get('/towers?page=0&size=2')
    expect([firstResponse.status, firstResponse.body, firstResponse.headers.link]).toEqual([
      200,
      allTowers.slice(0, 2),
      '</towers?page=2&size=2>; rel="next"',
    ])
    const lastResponse = await get(`/towers?page=2&size=${allTowers.length - 1}`)
    expect([lastResponse.body, lastResponse.headers.link]).toEqual([allTowers.slice(-1), undefined])
    expect((await get('/towers?size=99999999999999999999999')).body).toEqual(allTowers)
  })

  it('accepts sort, filter and search', async () => {
    const allTowers = (await get('/towers')).body as { name: string }[]
    const { name } = allTowers[1]!
    expect((await get(`/towers?filter=name=="${name}"`)).body).toEqual([allTowers[1]])
    expect((await get(`/towers?search=${encodeURIComponent(name.toUpperCase())}`)).body).toContainEqual(allTowers[1])
    expect((await get('/towers?sort=-name')).body[0].name).toBe(
      allTowers.map((each) => each.name).toSorted((a, b) => b.localeCompare(a))[0],
    )
  })

  it.each(['page=-1', 'page=1.5', 'size=0', 'size=x', 'page=1&page=2', 'sort=secret', 'filter=secret==1', 'other=1'])(
    'rejects %s',
    async (query) => expect((await get(`/towers?${query}`)).status).toBe(400),
  )
})

describe('an endpoint with a paged list', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ runJobs: false })
  })
  afterAll(() => app.close())
  const get = (path: string) => app.as(app.persona('Niamh').id).get(path)

  it('treats page 0 as the first, and limits the size', async () => {
    expect((await get('/accounts/adv?page=0&size=500')).body).toMatchObject({ page: 1, size: 200, items: { length: 200 } })
  })

  it('returns up to 1,000 items of lists without paging in the contract, with the link to the next page', async () => {
    const complete = (await get('/account-requests')).body
    expect(complete).toMatchObject({ page: 1, size: 1_000, nextPage: complete.total > 1_000 ? 2 : null })
    for (const path of ['/sandbox-requests', '/feedback', '/admin/api-keys'])
      expect((await get(path)).body).toMatchObject({ size: 1_000, nextPage: null })
    expect(complete.total).toBeGreaterThan(1)
    const part = (await get('/account-requests?size=1')).body
    expect(part).toMatchObject({ size: 1, nextPage: 2 })
    expect((await get(`/account-requests?size=1&page=${complete.total}`)).body.nextPage).toBeNull()
  })

  it('returns the best matches of a search, and reports that it has more', async () => {
    for (const path of ['/accounts/search?searchTerm=a', '/utils/searchUserData?search=a', '/utils/searchGraphForUser?search=a']) {
      const firstResponse = await get(path)
      expect([firstResponse.status, firstResponse.body.length]).toEqual([200, 20])
      const next = /^<(.*)>; rel="next"$/.exec(firstResponse.headers.link as string)?.[1]
      const secondResponse = await get(next!)
      expect(secondResponse.status).toBe(200)
      expect(secondResponse.body.length).toBeGreaterThan(0)
      expect(secondResponse.body.map(({ id }: { id: string }) => id)).not.toContain(firstResponse.body[0].id)
    }
  })
})
