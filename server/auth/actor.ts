import type { ApiKeyScope } from './scopes.ts'

/**
 * A signed-in person with their credential. A role counts only if the credential has it and the directory has confirmed it within the last
 * five minutes.
 */
export interface Person {
  kind: 'person'
  /** Directory object ID. */
  id: string
  displayName: string
  email: string | null
  admin: boolean
  auditor: boolean
  /** True if the directory could not confirm the roles for more than five minutes, so the roles of the credential don't count. */
  rolesUnconfirmed?: boolean
  /** True if Slipway has not read this person in the directory yet, so their other user accounts are unknown. */
  isUnverified?: boolean
  endsAt?: Date
  /** ID of the session or token. The audit trail names the credential by this ID, which is not secret. */
  credential: string
  /** The time until which the recent strong sign-in counts; absent without a strong sign-in. */
  strongUntil?: Date
}
/**
 * A program with an API key or with a token of its registered application. The program can use its scopes, but can't make decisions that
 * are reserved for people.
 */
export interface Machine {
  kind: 'machine'
  id: string
  displayName: string
  scopes: ApiKeyScope[]
  accountIds: string[]
  ownerId: string
  /** Name in the audit trail: the public part of the key, or the client ID of the application. */
  credential: string
}
interface AnonymousCaller {
  kind: 'anonymous'
}
export type Actor = Person | Machine | AnonymousCaller

export const anonymous: AnonymousCaller = { kind: 'anonymous' }

export const anonymousName = 'anonymous'

export function actorName(actor: Actor): string {
  return actor.kind === 'anonymous' ? anonymousName : actor.displayName
}
