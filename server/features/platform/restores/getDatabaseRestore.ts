import { operation } from '../../../http/operation.ts'
import { restoreCan } from './policy.ts'
import { loadLatestRestore } from './queries.ts'
import { LatestRestore } from './schemas.ts'

export const getDatabaseRestore = operation({
  id: 'getDatabaseRestore',
  method: 'GET',
  path: '/restores/latest',
  tag: 'cockpit',
  summary: 'Get the latest restore of the database with its report',
  access: 'adminOrAuditor',
  responses: { 200: LatestRestore },
  async handler({ db, actor }) {
    const latest = await loadLatestRestore(db)
    return { ...latest, can: restoreCan(actor, latest) }
  },
})
