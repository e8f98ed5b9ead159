import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { type OpenDatabase, openDatabase } from '../db/database.ts'
import { Failure } from '../errors.ts'
import { findPage, type ListDefinition, sortByIds } from './list.ts'
import { describeList } from './listOptions.ts'
import { searchOf } from './search.ts'

let database: TestDatabase
let open: OpenDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  open = openDatabase(database.url, { max: 4 })
  await sql`create table things (id int primary key, name text not null, colour text, size int not null, text text generated always as (lower(name || ' ' || coalesce(colour, ''))) stored)`.execute(
    open.db,
  )
  await sql`create index on things using gin (text gin_trgm_ops)`.execute(open.db)
  await sql`insert into things (id, name, colour, size)
    select n, case n % 3 when 0 then 'kettle ' when 1 then 'basket ' else 'saucer ' end || n, case n % 4 when 0 then null when 1 then 'red' else 'green' end, n % 10
    from generate_series(1, 12000) n`.execute(open.db)
  await sql`create table things_terms as select distinct word from things, regexp_split_to_table(text, '[^[:alnum:]]+') word where length(word) > 2`.execute(
    open.db,
  )
  await sql`analyze things`.execute(open.db)
})
afterAll(async () => {
  await open.close()
  await database.drop()
})

const list: ListDefinition = {
  from: sql`things`,
  id: sql`things.id`,
  name: sql`lower(things.name)`,
  searchText: sql`things.text`,
  defaultSort: 'name',
  fields: {
    name: { label: 'Name', type: 'text', column: sql`lower(things.name)`, lowercased: true },
    colour: { label: 'Colour', type: 'enum', column: sql`things.colour`, values: ['red', 'green'] },
    size: { label: 'Size', type: 'number', column: sql`things.size` },
    hidden: { label: 'Hidden', type: 'text', column: sql`things.name`, sort: false },
  },
}
const listWithTerms: ListDefinition = { ...list, terms: { from: sql`things_terms`, word: sql`things_terms.word` } }
const firstHundred = sql<boolean>`things.id <= 100`
const find = (query: Parameters<typeof findPage>[2], scope?: Parameters<typeof findPage>[3]) => findPage(open.db, list, query, scope)

describe('findPage', () => {
  it('counts exactly up to the limit, and reports if there are more rows', async () => {
    expect(await find({ size: 2 })).toMatchObject({ page: 1, size: 2, total: 10_000, totalIsCapped: true })
    expect(await find({ filter: 'size==3' })).toMatchObject({ total: 1_200, totalIsCapped: false })
    expect(await find({}, firstHundred)).toMatchObject({ size: 25, total: 100 })
  })

  it.each([
    ['few rows', { filter: 'size==3;colour==red' }, firstHundred],
    ['a page of few rows', { page: 3, size: 7, sort: '-size' }, firstHundred],
    ['no row', {}, sql<boolean>`false`],
    ['more rows than it counts', { page: 300, size: 25 }, undefined],
  ] as const)('finds %s in a narrow list as in any other', async (_rows, query, scope) => {
    for (const total of ['none', 'capped', 'exact'] as const)
      expect(await findPage(open.db, { ...list, narrow: true }, { ...query, total }, scope)).toEqual(await find({ ...query, total }, scope))
  })

  it('reads the joins of a list only if there is a filter', async () => {
    const joined: ListDefinition = { ...list, from: sql`things join missing on true`, unfilteredFrom: list.from }
    expect(await findPage(open.db, joined, {})).toEqual(await find({}))
    await expect(findPage(open.db, joined, { filter: 'size==3' })).rejects.toMatchObject({ code: '42P01' })
  })

  it('returns every row once, with any sort order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('size', '-size', 'colour', '-colour,size', 'name', ' -size , name '),
        fc.integer({ min: 1, max: 60 }),
        async (sort, size) => {
          const ids: string[] = []
          for (let page = 1; page <= Math.ceil(100 / size) + 1; page++) ids.push(...(await find({ sort, size, page }, firstHundred)).ids)
          expect([ids.length, new Set(ids).size]).toEqual([100, 100])
        },
      ),
      { numRuns: 20 },
    )
  })

  it('reverses the order exactly', async () => {
    const [ascending, down] = [
      await find({ sort: 'size', size: 200 }, firstHundred),
      await find({ sort: '-size', size: 200 }, firstHundred),
    ]
    expect(down.ids).toEqual(ascending.ids.toReversed())
  })

  it('orders equal enum values by name', async () => {
    const { ids } = await find({ sort: 'colour', filter: 'colour==red;name==kettle*', size: 3 }, firstHundred)
    expect(ids).toEqual([21, 33, 45])
  })

  it.each(['hidden', 'nothing', '__proto__', 'constructor', 'name;drop'])('rejects sorting by %s', async (sort) => {
    await expect(find({ sort })).rejects.toMatchObject({ code: 'invalidFilter', errors: [{ field: 'sort' }] })
  })

  it('sorts rows without a value last in both directions, if the field requires it', async () => {
    const { colour } = list.fields
    const nullsLast = { ...list, fields: { ...list.fields, colour: { ...colour!, nullsLast: true as const } } }
    for (const [sort, firstColour] of [
      ['colour', 'green'],
      ['-colour', 'red'],
    ] as const) {
      const { ids } = await findPage(open.db, nullsLast, { sort, size: 100 }, firstHundred)
      expect(Number(ids[0]) % 4 === 1 ? 'red' : 'green').toBe(firstColour)
      expect(ids.slice(-25).every((id) => Number(id) % 4 === 0)).toBe(true)
    }
  })

  it('treats rows without a value as different from every value', async () => {
    expect((await find({ filter: 'colour!=red' }, firstHundred)).total).toBe(75)
  })

  it('searches all words in any order, best matches first', async () => {
    expect((await find({ search: '99 kettle' }, firstHundred)).ids).toEqual([99])
    expect((await find({ search: 'red' }, firstHundred)).total).toBe(25)
    expect((await find({ search: 'BASKET 1' })).ids[0]).toBe(1)
  })

  it('searches words of one or two letters only at the start of words', async () => {
    expect((await find({ search: 'ke' }, firstHundred)).total).toBe(33)
    expect((await find({ search: 'tt' }, firstHundred)).total).toBe(0)
  })

  it.each(['ketle', 'kettel', 'ekttle 3', 'kettle grene'])('finds matches despite the typing errors in %j', async (search) => {
    const { ids, total } = await find({ search }, firstHundred)
    expect(total).toBeGreaterThan(0)
    expect(Number(ids[0]) % 3).toBe(0)
  })

  it.each(['ketle', 'kettel', 'ekttle 3', 'kettle grene', 'ke gren', 'kettlegreen'])(
    'finds the same matches with a table of words for %j',
    async (search) => {
      const byTerms = await findPage(open.db, listWithTerms, { search, size: 200 }, firstHundred)
      expect(byTerms.total).toBeGreaterThan(0)
      expect(Number(byTerms.ids[0]) % 3).toBe(0)
      expect(new Set(byTerms.ids)).toEqual(new Set((await find({ search, size: 200 }, firstHundred)).ids))
    },
  )

  it('ranks the likelier spellings of a misspelt word first', async () => {
    const { ids, total } = await findPage(open.db, listWithTerms, { search: 'kettel 120001' })
    expect([ids[0], total > 1]).toEqual([12_000, true])
    expect((await findPage(open.db, listWithTerms, { search: '99-ketle' }, firstHundred)).ids).toEqual([99])
  })

  it('keeps its order if a search has more matches than it ranks', async () => {
    const page = await find({ search: 'e', sort: 'size', size: 5 })
    expect(page.total).toBe(0)
    const widePage = await findPage(
      open.db,
      { ...list, searchText: sql`('everything ' || things.text)` },
      { search: 'everything', size: 3 },
    )
    expect(widePage).toMatchObject({ total: 10_000, totalIsCapped: true })
    expect(widePage.ids).toEqual((await find({ size: 3 })).ids)
  })

  it('returns the same page in a transaction', async () => {
    const { ids } = await open.db.transaction().execute((tx) => findPage(tx, list, { search: 'kettel 99' }, firstHundred))
    expect(ids).toContain(99)
  })

  it('throws only a Failure, within a time limit, for any search, sort and filter', async () => {
    const text = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.string({ unit: fc.constantFrom('%', '_', '\\', '*', ' ', 'a', '\0', 'é', '💥', '"', "'"), maxLength: 200 }),
    )
    await fc.assert(
      fc.asyncProperty(text, fc.option(text, { nil: undefined }), async (search, sort) => {
        try {
          expect((await find({ search, sort }, firstHundred)).ids.length).toBeLessThanOrEqual(25)
        } catch (error) {
          expect(error).toBeInstanceOf(Failure)
        }
      }),
      { numRuns: 150 },
    )
  })
})

describe('searchOf', () => {
  it('tolerates errors in words, and matches punctuation exactly', () => {
    expect(searchOf(list, 'ketle')?.fuzzyMatch).toBeDefined()
    expect(searchOf(list, '%_%_%')?.fuzzyMatch).toBeUndefined()
    expect(searchOf(list, '%_%_%')?.literal).toBeDefined()
  })
})

describe('describeList', () => {
  it('counts values with the other filters applied, most frequent first', async () => {
    const { fields } = await describeList(open.db, list, { filter: 'size==1' }, firstHundred)
    expect(fields).toMatchObject([
      { name: 'name', sortable: true },
      { name: 'colour' },
      { name: 'size', type: 'number' },
      { name: 'hidden', sortable: false },
    ])
    expect(fields[1]).toEqual({
      name: 'colour',
      label: 'Colour',
      type: 'enum',
      operators: ['==', '!=', '=in=', '=out='],
      sortable: true,
      values: [
        { value: 'green', label: 'green', count: 5 },
        { value: 'red', label: 'red', count: 5 },
      ],
    })
  })

  it('counts each field separately, even with labels', async () => {
    const { fields } = await describeList(open.db, list, {}, firstHundred, { size: sql`select 1 as id, 'One' as name` })
    const values = Object.fromEntries(
      fields.map((field) => [field.name, (field as { values?: { label: string; count: number }[] }).values]),
    )
    expect(values.colour).toMatchObject([
      { label: 'green', count: 50 },
      { label: 'red', count: 25 },
    ])
    expect(values.size).toContainEqual({ value: '1', label: 'One', count: 10 })
    expect(values.name).toBeUndefined()
  })
})

it('sorts rows into the order of the page and leaves out removed ones', () => {
  expect(sortByIds(['b', 'x', 'a'], [{ id: 'a' }, { id: 'b' }])).toEqual([{ id: 'b' }, { id: 'a' }])
})
