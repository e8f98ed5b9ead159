import type { Scope } from './scopes.ts'

/** Who is calling, and by which credential. Roles are app roles that both the credential and the directory, as of the last five minutes, show. */
export interface Person {
  kind: 'person'
  /** Directory object id. */
  id: string
  displayName: string
  email: string | null
  admin: boolean
  auditor: boolean
  /** The directory could not be asked for more than five minutes, so roles that the credential claims do not count. */
  rolesUnconfirmed?: boolean
  /** Slipway has not read this account in the directory yet, so it cannot know which other accounts this human has. */
  unread?: boolean
  /** When the credential ends by itself; absent: only when something ends it. */
  endsAt?: Date
  /** Session or token id: names the credential in the audit trail, is no secret. */
  credential: string
  /** Until when a recent, strong sign-in counts as one; absent when there was none. */
  strongUntil?: Date
}
/** A program that calls with an API key, or with a token of its registered application: it can do what its scopes name, and nothing a person decides. */
export interface Machine {
  kind: 'machine'
  /** Id of the key or registration. */
  id: string
  /** Its name. */
  displayName: string
  scopes: Scope[]
  /** The accounts it is for. */
  accountIds: string[]
  /** Who answers for it. */
  ownerId: string
  /** Names the key by its public part, or the application by its client id, in the audit trail. */
  credential: string
}
export interface Anonymous {
  kind: 'anonymous'
}
export type Actor = Person | Machine | Anonymous

export const anonymous: Anonymous = { kind: 'anonymous' }

export function actorName(actor: Actor): string {
  return actor.kind === 'anonymous' ? 'nobody signed in' : actor.displayName
}
