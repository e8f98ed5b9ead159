import fc from 'fast-check'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { cpuTimeMs } from '../../test/effort.ts'
import { Failure } from '../errors.ts'
import { compileFilter, type ListFields, likePattern, operatorsOf } from './filter.ts'

const fields: ListFields = {
  name: { label: 'Name', type: 'text', column: sql`t.name_key`, lowercased: true },
  note: { label: 'Note', type: 'text', column: sql`t.note` },
  status: { label: 'Status', type: 'enum', column: sql`t.status`, values: ['active', 'gone'] },
  amount: { label: 'Amount', type: 'number', column: sql`t.amount` },
  at: { label: 'At', type: 'date', column: sql`t.at` },
  id: { label: 'ID', type: 'id', column: sql`t.id` },
  owner: { label: 'Owner', type: 'id', matches: (ids) => sql<boolean>`exists (${ids})` },
}
const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<never>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
const db = new Kysely<never>({ dialect })
const compiled = (text: string) => {
  const { sql: query, parameters } = compileFilter(fields, text).compile(db)
  return [query, ...parameters]
}
const problem = (text: string): string => {
  try {
    compileFilter(fields, text)
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalidFilter' && error.errors?.[0]?.field === 'filter') return error.message
    throw error
  }
  throw new Error('nothing was thrown')
}
const id = '0a1b2c3d-0000-4000-8000-000000000000'

describe('compileFilter', () => {
  it.each([
    ['name==Web', 't.name_key = lower($1)', 'Web'],
    ['name==*we_b*', 't.name_key like lower($1)', '%we\\_b%'],
    ['note=="two words"', 'lower(t.note) = lower($1)', 'two words'],
    ['name!=web', '((t.name_key = lower($1)) is not true)', 'web'],
    ['status==active', 't.status = $1', 'active'],
    ['amount>=5', 't.amount >= $1::bigint', 5],
    ['amount!=5', '((t.amount = $1::bigint) is not true)', 5],
    ['at=lt=2026-01-31', 't.at < $1', new Date('2026-01-31')],
    [`id==${id}`, 't.id = $1', id],
    [`owner==${id}`, 'exists ($1)', [id]],
    [`owner=out=(${id})`, '((exists ($1)) is not true)', [id]],
  ])('compiles %s', (text, query, value) => {
    expect(compiled(text)).toEqual([query, value])
  })

  it('joins conditions with “and”, “or” and brackets', () => {
    expect(compiled('status==active;(amount=gt=1,amount=lt=0)')[0]).toBe(
      '(t.status = $1 and (t.amount > $2::bigint or t.amount < $3::bigint))',
    )
    expect(compiled('status=in=(active,gone) and name=in=(A,b)')).toEqual([
      '(t.status = any ($1) and t.name_key = any ($2::text[]))',
      ['active', 'gone'],
      ['a', 'b'],
    ])
  })

  it.each([
    ['secret==1', 'There is no field "secret"'],
    ['__proto__==1', 'There is no field "__proto__"'],
    ['constructor==1', 'There is no field "constructor"'],
    ['name=gt=a', 'name cannot be compared with =gt='],
    ['status==lost', 'status is one of active, gone'],
    ['amount==1.5', 'amount needs a whole number'],
    ['amount==1e300', 'amount needs a whole number'],
    ['amount==9999999999999999', 'amount needs a whole number'],
    ['at=gt=yesterday', 'at needs a date'],
    ['at=gt=2026-13-45', 'at needs a date'],
    ['id==1', 'id needs an ID'],
    ['name=="a\0"', 'invalid character'],
    ['name==', 'The filter isn’t valid'],
    ['name=weird=a', 'cannot be compared with =weird='],
    [`name==${'a'.repeat(301)}`, 'longer than 300'],
    ['a'.repeat(4_001), 'longer than 4000'],
    [`${'('.repeat(9)}name==a${')'.repeat(9)}`, 'more than 8 levels'],
    [Array(41).fill('name==a').join(';'), 'more than 40 comparisons'],
    [`name=in=(${Array(201).fill('a').join(',')})`, 'more than 200 values'],
  ])('rejects %j', (text, message) => {
    expect(problem(text)).toContain(message)
  })

  it('accepts brackets in quoted values', () => {
    expect(compiled(`name=="((((((((((("`)[1]).toBe('(((((((((((')
  })
})

describe('compileFilter with random input', () => {
  const arbitraryFilter = fc.oneof(
    fc.string({ maxLength: 4_200 }),
    fc.string({ unit: fc.constantFrom(...'()=;,!<>"\'\\* a1', 'name', 'status', '=in=', '==', ' and '), maxLength: 600 }),
  )
  it('returns SQL with all values bound or throws invalidFilter, within a time limit', () => {
    fc.assert(
      fc.property(arbitraryFilter, (text) => {
        let query: string | undefined
        let thrown: unknown
        const compileText = () => {
          try {
            query = String(compiled(text)[0])
          } catch (error) {
            thrown = error
          }
        }
        expect(cpuTimeMs(compileText)).toBeLessThan(2_000)
        if (query !== undefined) return void expect(query).toMatch(/^[\w\s.()$<>=:[\],]+$/)
        expect(thrown).toBeInstanceOf(Failure)
        expect((thrown as Failure).code).toBe('invalidFilter')
        expect((thrown as Failure).message.length).toBeLessThan(1_000)
      }),
      { numRuns: 1_000 },
    )
  })

  it('binds any value instead of writing it into the SQL', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 100 }).filter((value) => !/["\\\0*]/.test(value)),
        (value) => {
          expect(compiled(`note=="${value}"`)).toEqual(['lower(t.note) = lower($1)', value])
        },
      ),
    )
  })

  it('keeps * as the only wildcard in likePattern', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(
          likePattern(text)
            .replace(/\\[\\%_]/g, '')
            .replaceAll('%', '*'),
        ).not.toMatch(/[\\_]/)
      }),
    )
  })

  it('compiles exactly the operators of every field', () => {
    const value = { text: 'a', enum: 'active', number: '1', date: '2026-01-31', id }
    for (const [name, field] of Object.entries(fields))
      for (const operator of operatorsOf(field)) {
        const operand = value[field.type]
        expect(() =>
          compileFilter(fields, `${name}${operator}${['=in=', '=out='].includes(operator) ? `(${operand})` : operand}`),
        ).not.toThrow()
      }
  })
})
