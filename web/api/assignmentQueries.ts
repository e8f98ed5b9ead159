import { ask } from './ask.ts'

export const listGroupAssignments = (id: string, groupId: string) =>
  ask('listGroupAssignments', { params: { id, groupId } }, ['account', 'groupAssignment', 'accessRequest'])
