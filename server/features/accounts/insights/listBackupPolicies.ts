import { Type } from 'typebox'
import type { Clients } from '../../../clients/clients.ts'
import { mapWithConcurrency } from '../../../clients/mapWithConcurrency.ts'
import { operation } from '../../../http/operation.ts'
import { NullableText, Timestamp } from '../../../people/schemas.ts'
import { AccountId } from '../accounts/schemas.ts'
import { describeRules } from './backupLabels.ts'
import { fetchCloud } from './fetchCloud.ts'
import { byName, listMachines, MachineRef, machineRef } from './machines.ts'
import { backupState, isBackedUp, whatIsBackedUp } from './protection.ts'
import { lastOfId } from './resourceId.ts'
import { InsightQuery } from './schemas.ts'
import { ianaZone } from './timeZones.ts'

const Rule = Type.Object({
  copy: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Of databases: Full, Differential, Log …' }),
  schedule: NullableText,
  retention: Type.Array(Type.String()),
})

const Policy = Type.Object({
  id: Type.String({ description: 'Resource ID as Azure returns it.' }),
  name: Type.String(),
  vault: Type.String(),
  protects: Type.String({ description: 'The kind of resource it backs up.' }),
  items: Type.Integer({ description: 'How many resources it protects.' }),
  rules: Type.Array(Rule),
  timeZone: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Time zone: the IANA name, or Azure’s name.' }),
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
  summary: 'Get the backups of an account: policies and machines with and without backup',
  description: 'Read from Azure at `fetchedAt`. Without a Recovery Services vault there are no policies.',
  access: 'owner',
  params: AccountId,
  query: InsightQuery,
  answers: {
    200: Type.Object({
      vaults: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), location: Type.String() })),
      policies: Type.Array(Policy, { description: 'Most protected resources first.' }),
      protectedMachines: Type.Array(BackedUpMachine, { description: 'Resources that need attention first.' }),
      unprotectedMachines: Type.Array(MachineRef),
      fetchedAt: Timestamp,
    }),
  },
  errors: ['notFound', 'notKnownYet', 'outsideFailed'],
  prepare: (preparation) =>
    fetchCloud(preparation, preparation.params.id, 'backup', async (subscriptionId, late) => {
      await late.requireListed()
      return findBackup(preparation.clients, subscriptionId)
    }),
  async handler({ allow, audit }, { accountId, verdict, found }) {
    audit({ subject: { kind: 'account', id: accountId } })
    allow(verdict)
    const { value, fetchedAt } = found!
    const { vaults, machines } = value
    const backups = new Map(
      vaults
        .flatMap(({ items }) => items)
        .sort((a, b) => Number(isBackedUp(a)) - Number(isBackedUp(b)))
        .map((item) => [item.properties.sourceResourceId?.toLowerCase() ?? '', item]),
    )
    const virtual = machines.filter(({ type }) => type.toLowerCase() === 'microsoft.compute/virtualmachines').sort(byName)
    const worst = { stopped: 0, failed: 1, waiting: 2, good: 3 }
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
              protects: whatIsBackedUp(policy),
              items: protectedItemsCount,
              rules: describeRules(policy),
              timeZone: timeZone ? (ianaZone(timeZone) ?? timeZone) : null,
            }
          }),
        )
        .sort((a, b) => b.items - a.items || a.name.localeCompare(b.name)),
      protectedMachines: virtual
        .flatMap((machine) => {
          const item = backups.get(machine.id.toLowerCase())
          if (!item) return []
          const { policyId, lastBackupTime = null, lastRecoveryPoint = null } = item.properties
          const policy = policyId ? lastOfId(policyId) : null
          return [
            {
              ...machineRef(machine),
              policy,
              state: backupState(item),
              lastBackupAt: lastBackupTime,
              lastRecoveryPointAt: lastRecoveryPoint,
            },
          ]
        })
        .sort((a, b) => worst[a.state] - worst[b.state]),
      unprotectedMachines: virtual.filter(({ id }) => !backups.has(id.toLowerCase())).map(machineRef),
      fetchedAt: fetchedAt.toISOString(),
    }
  },
})

async function findBackup(clients: Pick<Clients, 'arm'>, subscriptionId: string) {
  const { arm } = clients
  const [vaults, machines] = await Promise.all([arm.listVaults(subscriptionId), listMachines(clients, subscriptionId)])
  const filled = await mapWithConcurrency(vaults, 4, async (vault) => {
    const [policies, items] = await Promise.all([arm.listBackupPolicies(vault.id), arm.listProtectedItems(vault.id)])
    return { ...vault, policies, items }
  })
  return { vaults: filled, machines }
}
