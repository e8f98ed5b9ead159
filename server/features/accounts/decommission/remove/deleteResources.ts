import type { Lock } from '../../../../clients/arm/armLocks.ts'
import { lockedScope } from '../../../../clients/arm/armLocks.ts'
import { inTransaction } from '../../../../db/database.ts'
import { NonRetryableError, type Step, type StepContext, Wait } from '../../../../workflows/workflow.ts'
import type { UpdateInput } from '../../updates/carry-out/input.ts'
import { resolveScope } from '../dry-run/access.ts'
import { followAll, worst } from '../followAll.ts'
import { startRemoving, subscriptionOf } from '../record.ts'

export const groupOf = (id: string): string | undefined => /\/resourceGroups\/([^/]+)/i.exec(id)?.[1]?.toLowerCase()

/** @throws NonRetryableError while there is a lock */
export function refuseLocked(locks: Lock[], subscriptionId: string): void {
  if (locks.length === 0) return
  const lockLabels = locks.map((lock) => `${resolveScope(lockedScope(lock), subscriptionId)} (“${lock.name}”)`)
  throw new NonRetryableError(
    'locked',
    `Locks block the deletion of ${lockLabels.slice(0, 3).join(', ')}${lockLabels.length > 3 ? ` and ${lockLabels.length - 3} more` : ''}. Slipway doesn’t remove locks. ` +
      'Have the locks removed, then retry this step.',
  )
}

/** Deletes all resource groups concurrently. A group that depends on another is retried as long as others are being deleted. */
export async function followDeletions(
  context: Pick<StepContext<unknown>, 'clients' | 'checkpoint' | 'remember'>,
  subscriptionId: string,
  groups: string[],
): Promise<Record<string, unknown> | Wait> {
  const following = Object.keys((context.checkpoint['following'] ?? {}) as object)
  const keys = [...new Set([...following, ...groups])]
  if (keys.length === 0) return {}
  const followed = await followAll(context, keys, (name, state) => context.clients.arm.deleteResourceGroup(subscriptionId, name, state))
  const error = worst(followed)
  if (error && followed.done.length === 0 && followed.open.length === 0) {
    if (error.retryable) throw error
    const [name = ''] = followed.failed.keys()
    throw new NonRetryableError(
      'stillInUse',
      `Azure didn’t delete the resource group ${name}: ${error.message} Remove what still needs it, then retry this step.`,
      error,
    )
  }
  const left = followed.open.length + followed.failed.size
  if (left === 0) return new Wait('Azure reports that everything is deleted. Slipway checks once more.', 0)
  return new Wait(`Azure is deleting ${left === 1 ? 'one resource group' : `${left} resource groups`}.`, followed.retryAfterMs)
}

async function deleteGroups(context: StepContext<UpdateInput>, fitsMaximum: (group: string) => boolean) {
  const { clients, db, input } = context
  await inTransaction(db, (tx) => startRemoving(tx, input.updateId))
  const subscriptionId = await subscriptionOf(db, input.accountId)
  refuseLocked(await clients.arm.listLocks(subscriptionId), subscriptionId)
  const groups = (await clients.arm.listResourceGroups(subscriptionId)).map(({ name }) => name)
  return followDeletions(
    context,
    subscriptionId,
    groups.filter((name) => !fitsMaximum(name.toLowerCase())),
  )
}

export const deleteResources: Step<UpdateInput> = {
  name: 'deleteResources',
  title: 'Delete the resources',
  timeoutMinutes: 360,
  async run(context) {
    const vaults = await context.clients.arm.listBackupVaults(await subscriptionOf(context.db, context.input.accountId))
    const keeping = new Set(vaults.filter((vault) => vault.items.length > 0).map(({ id }) => groupOf(id)))
    return deleteGroups(context, (group) => keeping.has(group))
  },
}

export const deleteRest: Step<UpdateInput> = {
  name: 'deleteRest',
  title: 'Delete remaining resources',
  timeoutMinutes: 360,
  run: (context) => deleteGroups(context, () => false),
}
