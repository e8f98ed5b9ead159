import { Type } from 'typebox'
import type { Clients } from '../../../clients/clients.ts'
import { mapWithConcurrency } from '../../../clients/mapWithConcurrency.ts'
import { operation } from '../../../http/operation.ts'
import { NullableText, Timestamp } from '../../../people/schemas.ts'
import { AccountId } from '../accounts/schemas.ts'
import { describeRules } from './backupLabels.ts'
import { fetchCloud } from './fetchCloud.ts'
import { byName, listMachines, MachineRef, machineRef } from './machines.ts'
import { backupState, describeProtection, isBackedUp } from './protection.ts'
import { lastOfId } from './resourceId.ts'
import { InsightQuery } from './schemas.ts'
import { ianaZone } from './timeZones.ts'

const Rule = Type.Object({
  copy: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Kind of database copy, such as Full, Differential or Log; null for other resources.',
  }),
  schedule: NullableText,
  retention: Type.Array(Type.String()),
})

const Policy = Type.Object({
  id: Type.String({ description: 'Azure resource ID.' }),
  name: Type.String(),
  vault: Type.String(),
  protects: Type.String({ description: 'Kind of resource that the policy backs up.' }),
  items: Type.Integer({ description: 'Number of resources that the policy protects.' }),
  rules: Type.Array(Rule),
  timeZone: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Time zone as an IANA name, or Azure’s name for it.' }),
})

const BackedUpMachine = Type.Object({
  ...MachineRef.properties,
  policy: NullableText,
  state: Type.Enum(['good', 'failed', 'stopped', 'waiting']),
  lastBackupAt: NullableText,
  lastRecoveryPointAt: NullableText,
})

export const listBackupPolicies = operation({
  id: 'listBackupPolicies',
  method: 'GET',
  path: '/accounts/{id}/rsvPolicies',
  tag: 'accounts',
  summary: 'Get the backup policies of an account, and its machines with and without backup',
  description:
    '`fetchedAt` is when the data was read from Azure. The list of policies is empty if the account has no Recovery Services vault.',
  access: 'owner',
  params: AccountId,
  query: InsightQuery,
  responses: {
    200: Type.Object({
      vaults: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), location: Type.String() })),
      policies: Type.Array(Policy, { description: 'Backup policies, most protected resources first.' }),
      protectedMachines: Type.Array(BackedUpMachine, { description: 'Machines with backup. Machines that need attention come first.' }),
      unprotectedMachines: Type.Array(MachineRef),
      fetchedAt: Timestamp,
    }),
  },
  errors: ['notFound', 'notKnownYet', 'outsideFailed'],
  prepare: (preparation) =>
    fetchCloud(preparation, preparation.params.id, 'backup', async (subscriptionId, propagation) => {
      await propagation.requireListed()
      return findBackup(preparation.clients, subscriptionId)
    }),
  async handler({ allow, audit }, { accountId, verdict, found }) {
    audit({ subject: { kind: 'account', id: accountId } })
    allow(verdict)
    const { value, fetchedAt } = found!
    const { vaults, machines: virtualMachines } = value
    const backups = new Map(
      vaults
        .flatMap(({ items }) => items)
        .sort((a, b) => Number(isBackedUp(a)) - Number(isBackedUp(b)))
        .map((item) => [item.properties.sourceResourceId?.toLowerCase() ?? '', item]),
    )
    const virtual = virtualMachines.filter(({ type }) => type.toLowerCase() === 'microsoft.compute/virtualmachines').sort(byName)
    const stateRank = { stopped: 0, failed: 1, waiting: 2, good: 3 }
    return {
      vaults: vaults.map(({ id, name, location }) => ({ id, name, location })),
      policies: vaults
        .flatMap(({ name: vault, policies }) =>
          policies.map((policy) => {
            const { timeZone = policy.properties.settings?.timeZone, protectedItemsCount = 0 } = policy.properties
            return {
              id: policy.id,
              name: policy.name,
              vault,
              protects: describeProtection(policy),
              items: protectedItemsCount,
              rules: describeRules(policy),
              timeZone: timeZone ? (ianaZone(timeZone) ?? timeZone) : null,
            }
          }),
        )
        .sort((a, b) => b.items - a.items || a.name.localeCompare(b.name)),
      protectedMachines: virtual
        .flatMap((virtualMachine) => {
          const item = backups.get(virtualMachine.id.toLowerCase())
          if (!item) return []
          const { policyId, lastBackupTime = null, lastRecoveryPoint = null } = item.properties
          const policy = policyId ? lastOfId(policyId) : null
          return [
            {
              ...machineRef(virtualMachine),
              policy,
              state: backupState(item),
              lastBackupAt: lastBackupTime,
              lastRecoveryPointAt: lastRecoveryPoint,
            },
          ]
        })
        .sort((a, b) => stateRank[a.state] - stateRank[b.state]),
      unprotectedMachines: virtual.filter(({ id }) => !backups.has(id.toLowerCase())).map(machineRef),
      fetchedAt: fetchedAt.toISOString(),
    }
  },
})

async function findBackup(clients: Pick<Clients, 'arm'>, subscriptionId: string) {
  const { arm } = clients
  const [vaults, virtualMachines] = await Promise.all([arm.listVaults(subscriptionId), listMachines(clients, subscriptionId)])
  const filled = await mapWithConcurrency(vaults, 4, async (vault) => {
    const [policies, items] = await Promise.all([arm.listBackupPolicies(vault.id), arm.listProtectedItems(vault.id)])
    return { ...vault, policies, items }
  })
  return { vaults: filled, machines: virtualMachines }
}
