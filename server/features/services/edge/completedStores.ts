import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { EdgeStoreStatus } from '../../../db/tables.ts'
import { operation } from '../../../http/operation.ts'
import { CompletedStores, completionResults } from './schemas.ts'
import { reconcileRollout } from './wave/resolve.ts'

type Result = (typeof completionResults)[number]

const resultsByStatus: Record<EdgeStoreStatus | 'account' | 'unknown', { result: Result; message: string }> = {
  ready: { result: 'completed', message: 'The store was marked as complete.' },
  completed: { result: 'alreadyCompleted', message: 'The store was already reported as complete.' },
  account: { result: 'alreadyCompleted', message: 'The store already has an edge account and is not part of a rollout.' },
  planned: { result: 'notReady', message: 'The store’s wave has not started. Report the store when its account is ready.' },
  queued: { result: 'notReady', message: 'The store’s account is queued. Report the store when its account is ready.' },
  building: { result: 'notReady', message: 'The store’s account is being set up. Report the store when its account is ready.' },
  failed: { result: 'failed', message: 'The setup of the store’s account failed. An administrator must resume the rollout first.' },
  skipped: { result: 'skipped', message: 'The store was skipped in its rollout.' },
  unknown: { result: 'unknown', message: 'No rollout includes a store with this number. Check the number.' },
}

export const completedStores = operation({
  id: 'completedStores',
  method: 'PATCH',
  path: '/edge/completedStores',
  tag: 'edge',
  summary: 'Report stores whose installation is complete',
  description:
    'For the deployment automation, with an API key that has the scope `edge:complete`. Each store has its own result, so that a rejected store doesn’t affect the others. Reporting a store again changes nothing.',
  access: 'machine',
  apiKey: 'edge:complete',
  body: Type.Array(Type.String({ minLength: 1, maxLength: 20 }), { minItems: 1, maxItems: 5_000 }),
  responses: { 200: CompletedStores },
  async handler({ db, caller, body, now, audit, changed }) {
    const numbers = [...new Set(body.map((number) => number.trim()))]
    const key = caller.kind === 'machine' ? caller.id : null
    // Rollouts are locked first and in a fixed order, as in every change of their stores, so that concurrent reports don't deadlock.
    const rollouts = await sql<{ id: string }>`select id from edge_rollouts
      where id in (select rollout_id from edge_rollout_stores where store_number = any (${numbers}::text[]) and status = 'ready')
      order by id for update`.execute(db)
    const states = await loadStates(db, numbers)
    const { rows } = await sql<{ store_number: string; rollout_id: string }>`
      update edge_rollout_stores set status = 'completed', completed_at = ${now()}, completed_by = ${key}, updated_at = ${now()}
      where store_number = any (${numbers}::text[]) and status = 'ready' and rollout_id = any (${rollouts.rows.map(({ id }) => id)}::uuid[])
      returning store_number, rollout_id`.execute(db)
    const completedNumbers = new Set(rows.map((row) => row.store_number))
    for (const id of new Set(rows.map((row) => row.rollout_id))) {
      await reconcileRollout(db, id, now())
      await changed('edgeRollout', id)
    }
    const results = numbers.map((storeNumber) => {
      const state = completedNumbers.has(storeNumber) ? 'ready' : (states.get(storeNumber) ?? 'unknown')
      return { storeNumber, ...resultsByStatus[state] }
    })
    audit({ subject: { kind: 'edgeStores', id: 'completed' }, after: { completed: [...completedNumbers] } })
    const counts = Object.fromEntries(
      completionResults.map((each) => [each, results.filter(({ result }) => result === each).length]),
    ) as Static<typeof CompletedStores>['counts']
    return { results, counts, duplicates: body.length - numbers.length }
  },
})

/**
 * Returns the status of each store before the report: the status in its latest rollout, or `account` if the store has an account without a
 * rollout.
 */
async function loadStates(
  db: Parameters<typeof reconcileRollout>[0],
  numbers: string[],
): Promise<Map<string, keyof typeof resultsByStatus>> {
  const { rows } = await sql<{ number: string; state: keyof typeof resultsByStatus }>`
    select n.number, coalesce(s.status, case when a.id is not null then 'account' end, 'unknown') as state
    from unnest(${numbers}::text[]) as n (number)
    left join lateral (select s.status from edge_rollout_stores s where s.store_number = n.number
      order by (s.status = 'skipped'), s.updated_at desc limit 1) s on true
    left join lateral (select a.id from accounts a where a.kind = 'edge' and a.store_numbers @> array[n.number] and a.status <> 'deleted'
      limit 1) a on true`.execute(db)
  return new Map(rows.map(({ number, state }) => [number, state]))
}
