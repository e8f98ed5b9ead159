import { expect, it } from 'vitest'
import { readSql } from './sqlSources.ts'

it('returns literals, joined comments and defined names, with their lines', () => {
  const source = `-- One sentence
-- on two lines.
create table "order" (name text);
create unique index sandbox_names on sandboxes (name) where status <> 'it''s -- over';
create or replace function check_vote() returns trigger as $$ begin raise exception 'no seat'; end $$ language plpgsql;`
  expect(readSql(source)).toEqual([
    { kind: 'comments', line: 1, text: 'One sentence on two lines.' },
    { kind: 'texts', line: 4, text: "it's -- over" },
    { kind: 'texts', line: 5, text: 'no seat' },
    { kind: 'identifiers', line: 4, text: 'sandbox_names' },
    { kind: 'identifiers', line: 5, text: 'check_vote' },
  ])
})
