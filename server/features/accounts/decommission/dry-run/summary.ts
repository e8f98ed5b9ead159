import { formatMoney } from '../../../../format.ts'
import type { planDecommission } from './plan.ts'

const count = (n: number, singular: string, plural = `${singular}s`): string => `${n} ${n === 1 ? singular : plural}`

export const dryRunWarnings = {
  inUse: (affected: readonly string[]) => `The account was in use when this was requested: ${affected.join(', ')}.`,
  unchecked: (parts: readonly string[]) => `The dry run couldn’t check ${parts.join(', ')}.`,
}

function warningsOf({ affected, unchecked }: Pick<Awaited<ReturnType<typeof planDecommission>>, 'affected' | 'unchecked'>): string[] {
  return [
    ...(affected.length > 0 ? [dryRunWarnings.inUse(affected)] : []),
    ...(unchecked.length > 0 ? [dryRunWarnings.unchecked(unchecked)] : []),
  ]
}

/** The update stores this summary for approvers, because the data can't be read after the removal. */
export function summarizeDryRun(dryRun: Awaited<ReturnType<typeof planDecommission>>): {
  goes: { label: string; what: string }[]
  warnings: string[]
} {
  const { resources, connections, access, backups, incidents, deployments, keys, saving, catalogueItems, storeNumbers } = dryRun
  const removals: { label: string; what: string }[] = []
  const add = (label: string, description: string | false | undefined | null) => description && removals.push({ label, what: description })
  add(
    'Resources',
    resources.found && `${count(resources.found.total, 'resource')} in ${count(resources.found.groups.length, 'resource group')}`,
  )
  add('Role assignments', access.found && `${count(access.found.people, 'person', 'people')} and ${count(access.found.groups, 'group')}`)
  add('Connections', connections.found?.length ? connections.found.map(({ remoteName }) => remoteName).join(', ') : false)
  add('Backups', backups.found?.items ? count(backups.found.items, 'backed-up item') : false)
  add('Services', catalogueItems.map(({ name }) => name).join(', '))
  add('Stores', storeNumbers.length > 0 && count(storeNumbers.length, 'store'))
  add('Open incidents', incidents.found?.length ? incidents.found.map(({ number }) => number).join(', ') : false)
  add('Deployed applications', deployments.found?.length ? deployments.found.map(({ name }) => name).join(', ') : false)
  add('API keys', keys.length > 0 && keys.map(({ name }) => name).join(', '))
  add(saving.found?.basis === 'lastMonth' ? 'Cost last month' : 'Monthly budget', saving.found && formatMoney(saving.found))
  return { goes: removals, warnings: warningsOf(dryRun) }
}
