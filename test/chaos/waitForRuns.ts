import { checkInvariants } from '../../server/db/invariants.ts'
import { maxWaitMs, until } from '../until.ts'
import type { World } from './world.ts'

const maxRunMs = 2 * maxWaitMs
const pollMs = 500

/**
 * Waits until all runs outside the sample company have ended, and all activations and alerts are sent.
 * @returns what did not end in time
 */
export async function waitForRuns({ withDatabase, startedAt }: World): Promise<string[]> {
  const open = () =>
    withDatabase(async (db) => {
      const runs = await db
        .selectFrom('work_runs as r')
        .innerJoin('work_steps as s', 's.run_id', 'r.id')
        .select(['r.id', 'r.kind', 'r.status', 's.name', 's.status as step', 's.note', 's.error'])
        .where('r.created_at', '>=', startedAt)
        .where('r.status', 'in', ['queued', 'running', 'waiting'])
        .where('s.status', 'in', ['running', 'waiting', 'pending'])
        .execute()
      const sending = await db.selectFrom('pim_activations').select('id').where('status', '=', 'sending').execute()
      const alerts = await db.selectFrom('alert_events').select('id').where('grouped_at', 'is', null).execute()
      return [
        ...runs.map((run) => JSON.stringify(run)),
        ...sending.map(({ id }) => `activation ${id} is being sent`),
        ...alerts.map(({ id }) => `alert ${id} is not counted`),
      ]
    })
  let remaining: string[] = []
  const isIdle = async () => {
    remaining = await open()
    return remaining.length === 0
  }
  // The caller reports what remains.
  await until(isIdle, maxRunMs, pollMs).catch(() => {})
  return remaining
}

export async function brokenInvariants({ withDatabase }: World): Promise<string[]> {
  const findings = await withDatabase((db) => checkInvariants(db))
  return findings
    .filter(({ rows, problem }) => rows.length > 0 || problem !== null)
    .map(({ name, rows, problem }) => `${name}: ${problem ?? rows.map(({ id, detail }) => `${id} ${detail}`).join('; ')}`)
}
