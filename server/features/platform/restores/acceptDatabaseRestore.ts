import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { Uuid } from '../../../people/schemas.ts'
import { restoreKind } from '../../../workflows/restorePause.ts'
import { lockRestore } from './lockRestore.ts'
import { acceptanceVerdict } from './policy.ts'
import { loadLatestRestore } from './queries.ts'
import { DatabaseRestore, RestoreId } from './schemas.ts'

export const acceptDatabaseRestore = operation({
  id: 'acceptDatabaseRestore',
  method: 'POST',
  path: '/restores/{id}/accept',
  tag: 'cockpit',
  summary: 'Accept the report on a restored database, so that Slipway continues',
  description:
    'Runs, schedules and notifications then continue on all replicas. The report must be the latest one, and complete. Needs a step-up sign-in.',
  access: 'admin',
  stepUp: 'always',
  duringRestore: true,
  params: RestoreId,
  body: Type.Object(
    {
      reportId: Type.Unsafe<string>({ ...Uuid, description: 'The report that you have read.' }),
      comment: Type.String({
        minLength: 10,
        maxLength: 500,
        description: 'What you checked and corrected, shown in the cockpit and the audit trail.',
      }),
    },
    { additionalProperties: false },
  ),
  responses: { 200: DatabaseRestore },
  errors: ['notFound', 'wrongState', 'alreadyDecided'],
  async handler({ db, actor, jobs, params, body: { reportId, comment }, now, audit, changed }) {
    const subject = { kind: restoreKind, id: params.id }
    audit({ subject })
    const { closed_at } = await lockRestore(db, params.id)
    if (closed_at) throw new Failure('alreadyDecided', 'This restore has already been accepted or replaced by a later one.')
    const latest = await loadLatestRestore(db)
    requireState(acceptanceVerdict(latest))
    const { report } = latest
    if (report?.id !== reportId)
      throw new Failure('wrongState', 'A newer report exists. Nothing was changed. Read it, then accept the restore.')
    await db
      .updateTable('database_restores')
      .set({ closed_at: now(), accepted_by: actor.id, accepted_report: reportId, comment })
      .where('id', '=', params.id)
      .execute()
    // A backup doesn't contain the jobs of these runs.
    const replays = await db.selectFrom('policy_replays').select('id').where('status', '=', 'running').execute()
    for (const { id } of replays) await jobs.send(db, 'replayPolicy', { replayId: id })
    const { total, number } = report
    audit({ subject, before: { paused: true }, after: { paused: false, report: number, differences: total, comment } })
    await changed(restoreKind, params.id)
    return (await loadLatestRestore(db)).restore!
  },
})
