import { count } from '../../../shared/waits.ts'
import type { DryRun } from './types.ts'

type Dependencies = Pick<DryRun, 'connections' | 'incidents' | 'deployments' | 'keys' | 'storeNumbers'>

export function affectedBy({ connections, incidents, deployments, keys, storeNumbers }: Dependencies): string[] {
  const counted = [
    [deployments.found?.length, 'application'],
    [keys.length, 'API key'],
    [incidents.found?.length, 'open incident'],
    [connections.found?.filter(({ hub }) => !hub).length, 'network connection'],
    [storeNumbers.length, 'store'],
  ] as const
  return counted.flatMap(([number = 0, what]) => (number > 0 ? [count(number, what)] : []))
}

export function uncheckedParts({ connections, incidents, deployments }: Dependencies): string[] {
  const parts = [
    [connections, 'network connections'],
    [incidents, 'incidents'],
    [deployments, 'applications'],
  ] as const
  return parts.flatMap(([part, what]) => (part.found === null ? [what] : []))
}
