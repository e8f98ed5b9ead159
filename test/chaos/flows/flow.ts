import type { ReplicaResponse } from '../balancer.ts'
import type { World } from '../world.ts'

export interface Flow {
  name: string
  pauseMs: number
  /** Does the task once. `n` counts its rounds from 0. @returns false when there is nothing left to do */
  round(n: number): Promise<boolean>
  verify(): Promise<string[]>
  accepted(): number
}

/** @throws with the response if the call was rejected, so that a run counts only tasks that can succeed */
export function requireStatus(response: ReplicaResponse, ...statuses: number[]): ReplicaResponse['body'] {
  if (!statuses.includes(response.status)) throw new Error(`${response.status} ${JSON.stringify(response.body)}`)
  return response.body
}

export const activeAccounts = ({ company, persona }: Pick<World, 'company' | 'persona'>) =>
  company.accounts.filter(
    ({ status, kind, ownerIds }) => status === 'active' && kind === 'cloud' && ownerIds.includes(persona('Daniel').id),
  )
