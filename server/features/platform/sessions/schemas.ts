import { type Static, Type } from 'typebox'
import { Can, NullableText, NullableTimestamp, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

export const Session = Type.Object({
  id: Uuid,
  current: Type.Boolean({ description: 'True for the session that makes this call.' }),
  browser: Type.Unsafe<string | null>({ ...NullableText, description: 'Browser, as reported at sign-in.' }),
  startedAt: Timestamp,
  lastSeenAt: Timestamp,
  expiresAt: Timestamp,
  strong: Type.Boolean({ description: 'True if the session started with multi-factor authentication.' }),
})
export const User = Type.Object({
  ...PersonRef.properties,
  jobTitle: NullableText,
  roles: Type.Array(Type.String(), { description: 'App roles from the last token.' }),
  signedInAt: NullableTimestamp,
  sessions: Type.Integer({ description: 'Number of open sessions.' }),
  ownedAccounts: Type.Integer(),
  pendingRequests: Type.Integer({ description: 'Number of the person’s requests that are pending approval.' }),
  can: Can,
})
export type User = Static<typeof User>
export const EndedCount = Type.Object({ ended: Type.Integer({ description: 'Number of ended sessions.' }) })
export const ReasonSchema = Type.String({
  minLength: 3,
  maxLength: 300,
  pattern: '\\S',
  description: 'Reason, recorded in the audit trail.',
})
