import { ask } from './ask.ts'

/** Who is in a group of an account by way of Slipway. */
export const listGroupAssignments = (id: string, groupId: string) =>
  ask('listGroupAssignments', { params: { id, groupId } }, ['account', 'groupAssignment', 'accessRequest'])
