import { sandboxHosts } from '../../../../sample/sandboxHosts.ts'
import { deployWorkload, type Workload } from '../../../../simulator/arm/deployWorkload.ts'
import { logger } from '../../../http/logger.ts'
import { startLeaseApp } from '../leases/lease.fixture.ts'
import { inHours } from '../sandboxes/lease.ts'
import type { SandboxFixture } from '../sandboxes/sandboxes.fixture.ts'
import { meterSandboxes } from './meterSandboxes.ts'

/** The hourly rate of the VM lab in UK South, in millionths of a penny: two VMs, two disks and an IP address. */
export const labRate = 8_848_000 + 32_232_000 + 2 * 2_381_904 + 395_000
export const labStoppedRate = 2 * 2_381_904 + 395_000

export async function startSpendApp(start = new Date()) {
  const app = await startLeaseApp(start)
  const { simulator, clock } = app
  simulator.asyncDelayMs = 0
  simulator.clock.set(start)
  let createdCount = 0
  const context = { ...app.context, log: logger('silent') }
  return {
    ...app,
    meter: (after?: { subscriptionId: string; id: string }) => meterSandboxes(context, after ? { after } : {}),
    async deployed(
      workloads: Workload[],
      sandboxSpec: Partial<SandboxFixture> = {},
      host = createdCount % 2,
    ): Promise<{ id: string; scope: string; resources: string[] }> {
      const group = `rg-sbx-spend-${++createdCount}`
      const subscriptionId = sandboxHosts[host]!.subscriptionId
      await app.context.clients.arm.putResourceGroup(subscriptionId, group, { location: 'uksouth' })
      const scope = `/subscriptions/${subscriptionId}/resourceGroups/${group}`
      const resources = workloads.flatMap((workload) => deployWorkload(simulator, scope, workload))
      return { id: await app.sandbox({ subscription_id: subscriptionId, resource_group: group, ...sandboxSpec }), scope, resources }
    },
    pass(hours: number): void {
      clock.now = inHours(clock.now, hours)
      simulator.clock.set(clock.now)
    },
    async run(hours: number): Promise<void> {
      clock.now = inHours(clock.now, hours)
      simulator.clock.set(clock.now)
      await meterSandboxes(context, {})
    },
    days: async (id: string) =>
      (await app.db.selectFrom('sandbox_days').selectAll().where('sandbox_id', '=', id).orderBy('day').execute()).map(
        ({ estimated, billed }) => ({ estimated, billed }),
      ),
  }
}
export type SpendApp = Awaited<ReturnType<typeof startSpendApp>>
