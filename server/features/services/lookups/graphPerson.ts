import type { Static } from 'typebox'
import type { GraphUser } from '../../../clients/graph/graphUsers.ts'
import type { User } from '../../../people/schemas.ts'

export function graphPerson(user: GraphUser): Static<typeof User> {
  return {
    id: user.id,
    displayName: user.displayName ?? user.userPrincipalName ?? user.id,
    email: user.mail ?? user.userPrincipalName ?? null,
    department: user.department ?? null,
    jobTitle: user.jobTitle ?? null,
    active: user.accountEnabled ?? false,
  }
}
