import { storeDirectory } from '../../../../sample/edgeStores.ts'
import type { TestApp } from '../../../../test/app.ts'
import { until } from '../../../../test/until.ts'
import type { EdgeStoreStatus } from '../../../db/tables.ts'

export function freeNumbers(app: TestApp, count: number, skip = 0): string[] {
  const usedNumbers = new Set(app.company.accounts.flatMap(({ storeNumbers }) => storeNumbers))
  return storeDirectory(app.company.accounts)
    .filter(({ number, closing }) => closing === null && !usedNumbers.has(number))
    .slice(skip, skip + count)
    .map(({ number }) => number)
}

export const administrator = (app: TestApp) => app.as(app.persona('Niamh').id)

export function newRollout(name: string, numbers: string[], overrides: object = {}) {
  return { name, stores: numbers.map((storeNumber) => ({ storeNumber })), ...overrides }
}

export async function launch(app: TestApp, name: string, numbers: string[], overrides: object = {}): Promise<string> {
  const { status, body } = await administrator(app).post('/edge/newStores', newRollout(name, numbers, overrides))
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body.id
}

export const rolloutOf = async (app: TestApp, id: string) => (await administrator(app).get(`/edge/rollouts/${id}`)).body

export async function waitForStatus(app: TestApp, id: string, status: string): Promise<void> {
  await until(async () => {
    const rollout = await app.db.selectFrom('edge_rollouts').select('status').where('id', '=', id).executeTakeFirstOrThrow()
    const activeWave = await app.db
      .selectFrom('edge_waves')
      .select('id')
      .where('rollout_id', '=', id)
      .where('status', '=', 'running')
      .executeTakeFirst()
    return rollout.status === status && !activeWave
  })
}

export const storeRows = (app: TestApp, id: string) =>
  app.db.selectFrom('edge_rollout_stores').selectAll().where('rollout_id', '=', id).orderBy('position').execute()

export async function setStores(app: TestApp, id: string, numbers: string[], status: EdgeStoreStatus, reason?: string): Promise<void> {
  const steps: EdgeStoreStatus[] = status === 'queued' ? ['queued'] : ['queued', 'building', status]
  for (const next of new Set(steps))
    await app.db
      .updateTable('edge_rollout_stores')
      .set({
        status: next,
        reason: next === 'failed' ? (reason ?? 'Azure could not create the subscription.') : null,
        attempt: next === 'queued' ? 0 : 1,
      })
      .where('rollout_id', '=', id)
      .where('store_number', 'in', numbers)
      .where('status', '<>', next)
      .execute()
}

export async function endWave(app: TestApp, id: string, status: 'halted' | 'built'): Promise<void> {
  await app.db
    .updateTable('edge_rollout_stores')
    .set({ status: 'planned' })
    .where('rollout_id', '=', id)
    .where('status', '=', 'queued')
    .execute()
  await app.db.updateTable('work_runs').set({ status: 'succeeded' }).where('kind', '=', 'buildWave').execute()
  await app.db
    .updateTable('edge_waves')
    .set({ status: status === 'halted' ? 'halted' : 'done', ended_at: new Date() })
    .where('rollout_id', '=', id)
    .where('status', '=', 'running')
    .execute()
  await app.db
    .updateTable('edge_rollouts')
    .set({ status, halt_reason: status === 'halted' ? '3 stores of wave 1 failed.' : null })
    .where('id', '=', id)
    .execute()
}
