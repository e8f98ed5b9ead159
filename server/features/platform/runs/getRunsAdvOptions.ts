import { sql } from 'kysely'
import { Type } from 'typebox'
import { describeList, ListOptions, OptionsQuery } from '../../../http/listOptions.ts'
import { operation } from '../../../http/operation.ts'
import { kindTitles } from '../../../runs/labels.ts'
import { RunFilterSchema, runList, scopeOf } from './list.ts'

export const getRunsAdvOptions = operation({
  id: 'getRunsAdvOptions',
  method: 'GET',
  path: '/work/adv/options',
  tag: 'work',
  summary: 'List the filter and sort fields of runs, with counts',
  access: 'adminOrAuditor',
  query: Type.Object({ ...OptionsQuery.properties, show: RunFilterSchema }, { additionalProperties: false }),
  responses: { 200: ListOptions },
  errors: ['invalidFilter'],
  handler: ({ db, query: { show = 'open', ...query } }) =>
    describeList(db, runList, query, scopeOf(show), {
      kind: sql`select k.id, k.name from unnest(${Object.keys(kindTitles)}::text[], ${Object.values(kindTitles)}::text[]) k (id, name)`,
    }),
})
