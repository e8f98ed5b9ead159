import { sql } from 'kysely'
import { Type } from 'typebox'
import { excludesActor } from '../../../auth/sameIdentity.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { loadRuns } from '../../../runs/queries.ts'
import { lockStuckStep } from '../../../runs/requeueRun.ts'
import { Run } from '../../../runs/schemas.ts'
import { findAffectedPeople } from './findAffectedPeople.ts'
import { retryRun } from './retryRun.ts'

export const skipStep = operation({
  id: 'skipStep',
  method: 'POST',
  path: '/work/{runId}/steps/{name}/skip',
  tag: 'work',
  summary: 'Skip a step that was done manually or isn’t needed',
  description: 'You can’t skip steps of runs on your own access, even with another of your user accounts.',
  access: 'admin',
  params: Type.Object({ runId: Uuid, name: Type.String({ maxLength: 60 }) }, { additionalProperties: false }),
  body: Type.Object({ reason: Type.String({ minLength: 10, maxLength: 500 }) }, { additionalProperties: false }),
  responses: { 200: Run },
  errors: ['notFound', 'wrongState'],
  async handler({ db, jobs, actor, params, body, now, allow, audit, changed }) {
    const { run, step } = await lockStuckStep(db, params.runId, params.name)
    audit({ subject: { kind: run.subject_kind, id: run.subject_id } })
    allow(await excludesActor(db, actor, await findAffectedPeople(db, run), 'skip a step of a run on your own access'))
    await db
      .updateTable('work_steps')
      .set({ status: 'skipped', ended_at: now(), next_attempt_at: null, skipped_by: actor.id, skip_reason: body.reason })
      .where('run_id', '=', run.id)
      .where('position', '=', step.position)
      .execute()
    await retryRun(db, jobs, run, actor.id, now())
    audit({
      subject: { kind: run.subject_kind, id: run.subject_id },
      before: { run: run.id, step: step.name, status: step.status },
      after: { run: run.id, step: step.name, status: 'skipped', reason: body.reason },
    })
    await changed(run.subject_kind, run.subject_id)
    return (await loadRuns(db, actor, sql<boolean>`id = ${run.id}`))[0]!
  },
})
