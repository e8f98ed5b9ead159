import { describe, expect, it } from 'vitest'
import { withoutValues } from './statementText.ts'

describe('a statement in a bundle', () => {
  it.each([
    'select "id" from "accounts" where "id" = $1 and "tower_id" in ($2, $3) limit 20',
    'with due as (select id from work_runs where status = $1) update work_runs set status = $2 from due',
    'insert into "settings" ("name", "value") values ($1, $2), ($3, $4)',
    "select id from people where name = 'wilhelmina'",
  ])('is included without its values: %s', (statement) => {
    expect(withoutValues(statement)).toMatch(/^(?:select|with|insert) /)
    expect(withoutValues(statement)).not.toMatch(/wilhelmina|\b20\b/)
  })

  it.each([
    "select 'it''s wilhelmina",
    "select E'it\\'s wilhelmina', E'it\\'s wilhelmina'",
    "select E'\\'wilhelmina', \"a'b\"",
    'select $$wilhelmina$$',
    'select $tag$wilhelmina$tag$',
    'select $tag1$wilhelmina$tag1$',
    'select $a_1b$wilhelmina$a_1b$',
    'select 1 as "wilhelmina okonkwo"',
    'select 1 -- wilhelmina',
    'select 1 /* wilhelmina */',
    'select a from wilhelmina@example',
    'select 1 as wilhelminä',
    "alter role slipway password 'wilhelmina'",
    'wilhelmina',
  ])('is left out if it can contain a value: %s', (statement) => {
    expect(withoutValues(statement)).toBeNull()
  })
})
