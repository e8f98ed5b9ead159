import { graceDays } from '../sample/decommissions.ts'
import { decommissionsInProgress, type RunningDecommission } from '../sample/decommissionsInProgress.ts'
import { addLock } from './arm/locks.ts'
import { removeCompanyEligibilities } from './arm/pimSchedules.ts'
import { deleteItem, itemsOf } from './arm/recoveryItems.ts'
import { deleteGroup, listGroups } from './arm/resourceStore.ts'
import { removeCompanyAssignments } from './arm/roleAssignments.ts'
import { findSubscription } from './arm/subscriptionStore.ts'
import type { Simulator } from './core/simulator.ts'

const dayMs = 86_400_000

/** Brings the sample's decommissions to their current step in the cloud, once per simulator. */
export function addSampleDecommissions(sim: Simulator): void {
  const created = sim.state.collection<{ at: string }>('sample.retirements')
  if (created.get('laid')) return
  const now = sim.clock.now()
  sim.state.atomically(() => {
    for (const each of decommissionsInProgress(sim.company)) create(sim, each, now)
    created.set('laid', { at: now.toISOString() })
  })
}

function create(sim: Simulator, { account, step, startedDaysAgo }: RunningDecommission, now: Date): void {
  const subscription = findSubscription(sim, account.subscriptionId)
  const scope = `/subscriptions/${account.subscriptionId}`
  removeCompanyEligibilities(sim, scope)
  if (step === 'revokeAccess') return
  removeCompanyAssignments(sim, scope)
  if (step === 'waitForGracePeriod') return
  const removedAt = new Date(now.getTime() - (startedDaysAgo - graceDays) * dayMs).toISOString()
  const items = itemsOf(sim, subscription)
  for (const item of items) deleteItem(sim, item, removedAt)
  if (step === 'deleteResources') {
    const scopeId = `${scope}/resourceGroups/rg-${account.name}-data`
    addLock(sim, {
      name: 'keep-data',
      scopeId,
      level: 'CanNotDelete',
      notes: 'Records that must be kept. Ask the owners before you remove this lock.',
    })
    return
  }
  const retainedGroups = new Set(items.map(({ id }) => id.split('/')[4]!.toLowerCase()))
  for (const group of listGroups(sim, subscription))
    if (!retainedGroups.has(group.name.toLowerCase())) deleteGroup(sim, subscription, group, { endsAt: removedAt })
}
