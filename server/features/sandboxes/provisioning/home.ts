import type { Db } from '../../../db/database.ts'
import type { SandboxStatus } from '../../../db/tables.ts'
import type { StepContext } from '../../../workflows/workflow.ts'
import { CannotGoOn } from '../../../workflows/workflow.ts'

export interface SandboxInput {
  sandboxId: string
}
export type SandboxContext = StepContext<SandboxInput>

/** What work on a sandbox wants to know of it, as it is now. */
export async function readHome(db: Db, sandboxId: string) {
  const row = await db.selectFrom('sandboxes').selectAll().where('id', '=', sandboxId).executeTakeFirstOrThrow()
  if (!row.host_id || !row.subscription_id)
    throw new CannotGoOn('noPlace', 'The sandbox no longer has a host. An administrator must check it.')
  const group = row.resource_group === null ? '' : `/resourceGroups/${row.resource_group}`
  return { ...row, subscriptionId: row.subscription_id, scope: `/subscriptions/${row.subscription_id}${group}` }
}
export type Home = Awaited<ReturnType<typeof readHome>>

/** Tags by which what belongs to a sandbox is known as such: what does not carry them is somebody else's. */
export const markTag = 'slipway-sandbox'

/** Whether something lies in a scope, or is it. */
export function liesWithin(scope: string, id: string | undefined): boolean {
  const [around, given] = [scope.toLowerCase(), id?.toLowerCase()]
  return given === around || given?.startsWith(`${around}/`) === true
}

/** What a sandbox wants of the cloud; null where its status says nothing about it. */
export function wishOf({ status, removing_at }: { status: SandboxStatus; removing_at: Date | null }): 'running' | 'still' | 'gone' | null {
  if (status === 'active') return 'running'
  if (status === 'frozen') return 'still'
  if (status === 'deleting') return removing_at === null ? 'still' : 'gone'
  return null
}

/** What a step answers that was not wanted when its turn came: its work is begun anew if it is wanted at the end after all. */
export const skipped = { skipped: true }

/** Its groups that are not deleted. */
export function groupsOf(db: Db, sandboxId: string) {
  return db
    .selectFrom('access_groups')
    .selectAll()
    .where('sandbox_id', '=', sandboxId)
    .where('status', '<>', 'deleted')
    .orderBy('name')
    .execute()
}

/** Names of what is put on a sandbox's scope. */
export const policyNames = { regions: 'slipway-regions', services: 'slipway-services' } as const
