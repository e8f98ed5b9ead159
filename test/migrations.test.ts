import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { nextRevision } from '../scripts/revision.ts'
import { readMigrations } from '../server/db/migrationFiles.ts'
import { revisionFile } from '../server/db/revision.ts'
import { databaseUrl, withClient } from './postgresServer.ts'
import { incompatibleChanges, readShape } from './schemaShape.ts'

const source = new URL('../server/db/', import.meta.url)
/** Functions and views are not part of the shape, and dropping one breaks older processes as well. */
const dropPattern = /\bdrop\s+(function|view|trigger|procedure)\b/i

let client: pg.Client
const name = `${inject('postgres').prefix}${randomBytes(6).toString('hex')}`
beforeAll(async () => {
  await withClient(inject('postgres').url, (server) => server.query(`create database ${name}`))
  client = new pg.Client({ connectionString: databaseUrl(inject('postgres').url, name) })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await withClient(inject('postgres').url, (server) => server.query(`drop database ${name} with (force)`))
})

describe('each migration', () => {
  it('is declared as a contract if older processes can’t work with it', async () => {
    const migrations = readMigrations(new URL('migrations/', source))
    const undeclared: string[] = []
    for (const { files, isContract, name, version } of migrations) {
      const before = await readShape(client)
      for (const { sql } of files) await client.query(sql)
      const changes = incompatibleChanges(before, await readShape(client))
      if (files.some(({ sql }) => dropPattern.test(sql))) changes.push('it drops a function, view or trigger')
      if (version > 1 && !isContract) undeclared.push(...changes.map((change) => `${name}: ${change}`))
    }
    expect(undeclared).toEqual([])
  })

  it('is a contract migration when the schema of the job queue changes', async () => {
    // Older processes use the older client of the job queue. Raise this number together with a contract migration.
    const url = databaseUrl(inject('postgres').url, `${inject('postgres').prefix}template`)
    const readVersion = (queue: pg.Client) => queue.query('select version from pgboss.version')
    expect((await withClient(url, readVersion)).rows).toEqual([{ version: 43 }])
  })
})

describe('the revision of the functions', () => {
  it('increases when a definition changes; `node scripts/revision.ts` writes it', () => {
    const text = readFileSync(new URL(`functions/${revisionFile}`, source), 'utf8')
    expect(nextRevision(text)).toBe(text)
    expect(JSON.parse(nextRevision('{"revision": 7, "checksum": "other"}'))).toMatchObject({ revision: 8 })
    expect(JSON.parse(nextRevision('<<<<<<<\n  "revision": 7,\n=======\n  "revision": 9,\n>>>>>>>'))).toMatchObject({ revision: 10 })
  })
})

describe('incompatibleChanges', () => {
  const changesOf = async (change: string) => {
    await client.query('begin')
    try {
      await client.query(`create table shape_items (id int primary key, code text unique, note text, status text not null default 'open',
        constraint status_known check (status in ('open', 'closed')))`)
      const before = await readShape(client)
      await client.query(change)
      return incompatibleChanges(before, await readShape(client))
    } finally {
      await client.query('rollback')
    }
  }

  it.each([
    'drop table shape_items',
    'alter table shape_items rename to shape_things',
    'alter table shape_items drop column note',
    'alter table shape_items rename column note to notes',
    'alter table shape_items alter column note type varchar(20)',
    'alter table shape_items alter column note set not null',
    'alter table shape_items alter column status drop default',
    'alter table shape_items add column owner text not null',
    'alter table shape_items add constraint note_short check (length(note) < 5)',
    'alter table shape_items add constraint note_short check (length(note) < 5) not valid',
    'alter table shape_items add foreign key (id) references shape_items (id)',
    'create unique index shape_items_note on shape_items (note)',
    'create unique index shape_items_note on shape_items (lower(note))',
    'alter table shape_items drop constraint shape_items_code_key',
    "alter table shape_items drop constraint status_known, add constraint status_known check (status in ('open'))",
    "alter table shape_items drop constraint status_known, add constraint status_known check (status in ('open', 'ended'))",
    'do $$ begin execute \'alter table "shape_items" drop "note"\'; end $$',
  ])('returns changes with which older processes can’t work: %s', async (change) => {
    expect(await changesOf(change)).not.toEqual([])
  })

  it.each([
    'create table shape_others (id int primary key, item_id int not null references shape_items)',
    'alter table shape_items add column owner text',
    "alter table shape_items add column owner text not null default ''",
    'alter table shape_items add column rank int generated always as (id + 1) stored unique',
    'alter table shape_items add column parent_id int references shape_items',
    'alter table shape_items alter column status drop not null',
    'alter table shape_items drop constraint status_known',
    "alter table shape_items drop constraint status_known, add constraint status_known check (status in ('open', 'closed', 'ended'))",
    'create index shape_items_note on shape_items (note)',
    'alter index shape_items_code_key rename to shape_items_by_code',
  ])('returns nothing for changes that don’t affect older processes: %s', async (change) => {
    expect(await changesOf(change)).toEqual([])
  })
})
