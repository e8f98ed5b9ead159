import { v7 as uuidv7 } from 'uuid'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { restoreKind } from '../../../workflows/restorePause.ts'
import { lockRestore } from './lockRestore.ts'
import { comparisonVerdict } from './policy.ts'
import { loadLatestRestore } from './queries.ts'
import { RestoreId, RestoreReport } from './schemas.ts'

export const requestRestoreReport = operation({
  id: 'requestRestoreReport',
  method: 'POST',
  path: '/restores/{id}/reports',
  tag: 'cockpit',
  summary: 'Compare the restored database with external systems again',
  access: 'admin',
  duringRestore: true,
  params: RestoreId,
  responses: { 202: RestoreReport },
  errors: ['notFound', 'wrongState'],
  async handler({ db, actor, params, now, audit, changed }) {
    audit({ subject: { kind: restoreKind, id: params.id } })
    await lockRestore(db, params.id)
    const latest = await loadLatestRestore(db)
    if (latest.restore?.id !== params.id) throw new Failure('wrongState', 'A later restore replaced this one.')
    requireState(comparisonVerdict(latest))
    const number = (latest.report?.number ?? 0) + 1
    await db
      .insertInto('restore_reports')
      .values({ id: uuidv7(), restore_id: params.id, number, requested_by: actor.id, requested_at: now(), ended_at: null })
      .execute()
    audit({ subject: { kind: restoreKind, id: params.id }, after: { report: number } })
    await changed(restoreKind, params.id)
    return (await loadLatestRestore(db)).report!
  },
})
