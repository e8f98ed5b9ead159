import type { Scope } from './scopes.ts'

/** A signed-in person with their credential. A role counts only if both the credential and the directory, within five minutes, show it. */
export interface Person {
  kind: 'person'
  /** Directory object ID. */
  id: string
  displayName: string
  email: string | null
  admin: boolean
  auditor: boolean
  /** The directory could not confirm roles for more than five minutes, so the credential's roles don't count. */
  rolesUnconfirmed?: boolean
  /** Slipway has not read this account in the directory yet, so the human's other accounts are unknown. */
  unread?: boolean
  endsAt?: Date
  /** Session or token ID: names the credential in the audit trail and is not secret. */
  credential: string
  /** Expiry of a recent strong sign-in; absent without one. */
  strongUntil?: Date
}
/** A program with an API key or with a token of its registered application. It can do what its scopes allow, and no decisions of people. */
export interface Machine {
  kind: 'machine'
  id: string
  displayName: string
  scopes: Scope[]
  accountIds: string[]
  ownerId: string
  /** Name in the audit trail: the public part of the key, or the application's client ID. */
  credential: string
}
export interface Anonymous {
  kind: 'anonymous'
}
export type Actor = Person | Machine | Anonymous

export const anonymous: Anonymous = { kind: 'anonymous' }

/** Name of anonymous callers in the audit trail. */
export const anonymousName = 'anonymous'

export function actorName(actor: Actor): string {
  return actor.kind === 'anonymous' ? anonymousName : actor.displayName
}
