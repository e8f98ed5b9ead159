import { sql } from 'kysely'
import type { RestoreDifference } from '../../../../db/tables.ts'
import { markerOf, markerPattern } from '../../../accounts/groups/ensureGroup.ts'
import type { CompareContext } from './compareContext.ts'

interface UnfinishedGroup {
  /** ID of the group, or of an account that is being built with its groups. */
  id: string
  name: string
}

/** Finds groups that Slipway created, by their marks, and that the restored data doesn't have. */
export async function compareGroups({ db, clients, config }: CompareContext): Promise<RestoreDifference[]> {
  const created = (await clients.graph.listGroupsByDescription('Slipway')).filter(({ description }) =>
    markerPattern.test(description ?? ''),
  )
  const recorded = await db.selectFrom('access_groups').select('directory_group_id').where('status', '<>', 'deleted').execute()
  const recordedIds = new Set(recorded.map(({ directory_group_id }) => directory_group_id))
  const { rows: unfinished } = await sql<UnfinishedGroup>`
    select id::text, name from access_groups where status in ('creating', 'failed')
    union all select id::text, name from accounts where status in ('provisioning', 'failed')`.execute(db)
  const marks = unfinished.map(({ id, name }) => ({ id, name, mark: markerOf(config, id) }))
  return created.flatMap(({ id, displayName, description }) => {
    if (recordedIds.has(id.toLowerCase())) return []
    const owner = marks.find((each) => description?.includes(each.mark) || description?.includes(`account ${each.id}.`))
    const detail = owner ? `Being created for ${owner.name}; the run will use the group.` : 'Not recorded as an access group.'
    return [{ kind: 'group' as const, side: 'outside' as const, id, name: displayName ?? id, detail }]
  })
}
