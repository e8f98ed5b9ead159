import { count } from '../../../shared/waits.ts'
import type { DryRun } from './types.ts'

/** Counts what depends on the account, such as `4 applications`, and names what couldn’t be checked. Without either, the list is empty. */
export function affectedBy(dryRun: Pick<DryRun, 'connections' | 'incidents' | 'deployments' | 'keys' | 'storeNumbers'>): string[] {
  const { connections, incidents, deployments, keys, storeNumbers } = dryRun
  const counted = [
    [deployments.found?.length, 'application'],
    [keys.length, 'API key'],
    [incidents.found?.length, 'open incident'],
    [connections.found?.filter(({ hub }) => !hub).length, 'network connection'],
    [storeNumbers.length, 'store'],
  ] as const
  const unknown = [
    [connections, 'network connections'],
    [incidents, 'incidents'],
    [deployments, 'applications'],
  ] as const
  return [
    ...counted.flatMap(([number = 0, what]) => (number > 0 ? [count(number, what)] : [])),
    ...unknown.flatMap(([part, what]) => (part.found === null ? [`unknown ${what}`] : [])),
  ]
}
