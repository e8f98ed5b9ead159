import { slipwayName } from '../server/audit/recordSystemEvent.ts'
import type { TestApp } from './app.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Lists the system actions on a subject in order, each with its cause: the kind of a run, `call`, or the schedule’s job. */
export async function systemActionsOf({ db }: Pick<TestApp, 'db'>, subjectId: string) {
  const events = await db
    .selectFrom('audit_events as e')
    .leftJoin('work_runs as r', (join) => join.on((on) => on(on.cast('r.id', 'text'), '=', on.ref('e.request_id'))))
    .select(['e.operation as action', 'e.request_id', 'r.kind as run'])
    .where('e.subject_id', '=', subjectId)
    .where('e.actor_name', '=', slipwayName)
    .where('e.actor_id', 'is', null)
    .orderBy('e.id')
    .execute()
  return events.map(({ action, run, request_id }) => [action, run ?? (uuid.test(request_id) ? 'call' : request_id)])
}
