import type { Graph } from '../graph/graph.ts'
import type { GraphName, Methods } from './methodNames.ts'

const read = ['Directory.Read.All'] as const
const write = ['Group.ReadWrite.All', 'Directory.Read.All'] as const

export const graphMethods: Methods<Graph, GraphName> = {
  searchUsers: read,
  getUser: read,
  getManagerId: read,
  getUsersByIds: read,
  lookUpUsers: read,
  usersDelta: read,
  searchGroups: read,
  findGroupByMailNickname: read,
  findGroupByName: read,
  listGroupsByDescription: read,
  listGroupsByMailNickname: read,
  getGroup: read,
  isGroupReadable: read,
  listGroupMembers: read,
  groupsOfPerson: read,
  listDirectMembers: read,
  membersOfGroups: read,
  membersOfEachGroup: read,
  namesOf: read,
  getPrincipalId: read,
  listAppRoles: read,
  listGrantedRoleIds: read,
  findDeletedGroup: write,
  upsertGroup: write,
  createGroup: write,
  addGroupMember: write,
  addGroupMembers: write,
  addGroupOwner: write,
  removeGroupMember: write,
  removeGroupMembers: write,
  removeGroupOwner: write,
  deleteGroup: write,
  restoreDeletedGroup: write,
  absencesOf: ['MailboxSettings.Read'],
}
