import type { Answer } from '../balancer.ts'
import type { World } from '../world.ts'

/** A task that people do during failures. */
export interface Flow {
  name: string
  /** Rest after each round, in milliseconds. */
  pauseMs: number
  /** Does the task once. `n` counts its rounds from 0. @returns false when there is nothing left to do */
  round(n: number): Promise<boolean>
  /** Lists what is lost, duplicated or incomplete once everything works again. */
  verify(): Promise<string[]>
  /** Number of writes that were accepted. */
  accepted(): number
}

/** @throws with the response if the call was rejected, so that a run counts only tasks that can succeed */
export function requireStatus(answer: Answer, ...statuses: number[]): Answer['body'] {
  if (!statuses.includes(answer.status)) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

export const activeAccounts = ({ company, persona }: Pick<World, 'company' | 'persona'>) =>
  company.accounts.filter(
    ({ status, kind, ownerIds }) => status === 'active' && kind === 'cloud' && ownerIds.includes(persona('Daniel').id),
  )
