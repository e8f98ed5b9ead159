import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { expect, it } from 'vitest'
import { columnTypes } from '../server/db/columnTypes.ts'
import { createTestDatabase } from '../test/postgres.ts'
import { withClient } from '../test/postgresServer.ts'
import { rowTypes } from './tables.ts'

async function inDatabase(callback: (client: pg.Client) => Promise<void>): Promise<void> {
  const database = await createTestDatabase()
  await withClient(database.url, callback)
  await database.drop()
}
const readGenerated = (name: string) => readFileSync(new URL(`../server/db/${name}.ts`, import.meta.url), 'utf8')

it('matches the committed row types', () =>
  inDatabase(async (client) => {
    expect(await rowTypes(client)).toEqual({ unions: readGenerated('unions'), tables: readGenerated('tables') })
  }))

it('derives the type of a column from its check, default and nullability', () =>
  inDatabase(async (client) => {
    await client.query(`create table shapes (
      id uuid primary key, number bigint generated always as identity, created_at timestamptz not null default now(), note text, sides int[] not null default '{}',
      colour text not null check (colour in ('red', 'green')), screen text check (screen in ('accounts')), size text not null default 'small' check (size in ('small', 'large')),
      points jsonb not null, styles jsonb not null default '[]', origin jsonb, spelling text generated always as (lower(note)) stored)`)
    const input = { ...columnTypes, shapes: { colour: 'Colour', points: 'Money[]', styles: 'string[]', origin: 'Money' } }
    const { tables, unions } = await rowTypes(client, input)
    expect(unions).toContain("export type Colour = 'red' | 'green'\n")
    expect(
      /^ {2}shapes: \{\n([^}]*)\n {2}\}$/m
        .exec(tables)?.[1]
        ?.split('\n')
        .map((line) => line.trim()),
    ).toEqual([
      'id: string',
      'number: GeneratedAlways<number>',
      'created_at: CreatedAt',
      'note: string | null',
      'sides: Generated<number[]>',
      'colour: Colour',
      "screen: 'accounts' | null",
      "size: Generated<'small' | 'large'>",
      'points: Json<Money[]>',
      'styles: JsonWithDefault<string[]>',
      'origin: Json<Money> | null',
      'spelling: GeneratedAlways<string>',
    ])
  }))

it('throws for a type of an unknown column, and for JSON without a type', () =>
  inDatabase(async (client) => {
    await expect(rowTypes(client, { ...columnTypes, people: { nickname: 'string' } })).rejects.toThrow(/no column people\.nickname/)
    await expect(rowTypes(client, { ...columnTypes, accounts: {} })).rejects.toThrow(/type of accounts\.network, which is jsonb/)
  }))
