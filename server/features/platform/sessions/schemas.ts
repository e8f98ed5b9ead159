import { type Static, Type } from 'typebox'
import { Can, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

export const Session = Type.Object({
  id: Uuid,
  current: Type.Boolean({ description: 'The one that asks.' }),
  browser: Type.Unsafe<string | null>({ ...NullableText, description: 'What the browser said of itself at sign-in.' }),
  startedAt: Timestamp,
  lastSeenAt: Timestamp,
  expiresAt: Timestamp,
  strong: Type.Boolean({ description: 'It was begun by a strong sign-in.' }),
})
export const User = Type.Object({
  ...PersonRef.properties,
  jobTitle: NullableText,
  roles: Type.Array(Type.String(), { description: 'App roles as the last token had them.' }),
  signedInAt: Type.Union([Timestamp, Type.Null()]),
  sessions: Type.Integer({ description: 'Open ones.' }),
  ownedAccounts: Type.Integer(),
  pendingRequests: Type.Integer({ description: 'Own requests that wait for a decision.' }),
  can: Can,
})
export type User = Static<typeof User>
export const Ended = Type.Object({ ended: Type.Integer({ description: 'Sessions that were open.' }) })
export const Reason = Type.String({ minLength: 3, maxLength: 300, pattern: '\\S', description: 'Kept in the audit trail.' })
