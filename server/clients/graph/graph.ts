import type { Clock } from '../clock.ts'
import type { Send } from '../pipeline.ts'
import { graphAppRoles } from './graphAppRoles.ts'
import { graphGroups } from './graphGroups.ts'
import { graphMailboxes } from './graphMailboxes.ts'
import { graphMembers } from './graphMembers.ts'
import { graphObjects } from './graphObjects.ts'
import { graphUsers } from './graphUsers.ts'

export type Graph = ReturnType<typeof createGraph>

export function createGraph(send: Send, clock: Clock) {
  return {
    ...graphUsers(send, clock),
    ...graphGroups(send),
    ...graphMembers(send, clock),
    ...graphObjects(send),
    ...graphAppRoles(send),
    ...graphMailboxes(send, clock),
  }
}
