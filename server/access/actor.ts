/** Who is calling, and by which credential. Roles come from the identity token's app roles (`product.md` People). */
export interface Person {
  kind: 'person'
  /** Directory object id. */
  id: string
  displayName: string
  email: string | null
  admin: boolean
  auditor: boolean
  /** Session or token id: names the credential in the audit trail, is no secret. */
  credential: string
  /** Until when a recent, strong sign-in counts as one; absent when there was none. */
  strongUntil?: Date
}
export interface Anonymous {
  kind: 'anonymous'
}
export type Actor = Person | Anonymous

export const anonymous: Anonymous = { kind: 'anonymous' }

export function actorName(actor: Actor): string {
  return actor.kind === 'person' ? actor.displayName : 'nobody signed in'
}
