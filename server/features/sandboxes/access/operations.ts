import { addSandboxMember } from './addSandboxMember.ts'
import { addSandboxMembers } from './addSandboxMembers.ts'
import { checkSandboxAccessRequest } from './checkSandboxAccessRequest.ts'
import { createSandboxAccessRequest } from './createSandboxAccessRequest.ts'
import { decideSandboxAccessRequest } from './decideSandboxAccessRequest.ts'
import { getSandboxAccess } from './getSandboxAccess.ts'
import { getSandboxAccessGroup } from './getSandboxAccessGroup.ts'
import { getSandboxAccessGroupByName } from './getSandboxAccessGroupByName.ts'
import { getSandboxAccessGroupsAdvOptions } from './getSandboxAccessGroupsAdvOptions.ts'
import { getSandboxAccessRequest } from './getSandboxAccessRequest.ts'
import { getSandboxAccessRequestsAdvOptions } from './getSandboxAccessRequestsAdvOptions.ts'
import { inviteSandboxMembers } from './inviteSandboxMembers.ts'
import { listMySandboxAccess } from './listMySandboxAccess.ts'
import { listMySandboxAccessRequests } from './listMySandboxAccessRequests.ts'
import { listPendingSandboxAccessRequests } from './listPendingSandboxAccessRequests.ts'
import { listRequestsOfSandbox } from './listRequestsOfSandbox.ts'
import { listSandboxAccessGroups } from './listSandboxAccessGroups.ts'
import { listSandboxAccessGroupsAdv } from './listSandboxAccessGroupsAdv.ts'
import { listSandboxAccessRequests } from './listSandboxAccessRequests.ts'
import { listSandboxAccessRequestsAdv } from './listSandboxAccessRequestsAdv.ts'
import { listSandboxGroups } from './listSandboxGroups.ts'
import { listSandboxMembers } from './listSandboxMembers.ts'
import { revokeSandboxAccess } from './revokeSandboxAccess.ts'
import { updateSandboxAccess } from './updateSandboxAccess.ts'
import { updateSandboxAccessRequest } from './updateSandboxAccessRequest.ts'
import { updateSandboxOwners } from './updateSandboxOwners.ts'
import { updateSandboxOwnersAsAdmin } from './updateSandboxOwnersAsAdmin.ts'
import { withdrawSandboxAccessRequest } from './withdrawSandboxAccessRequest.ts'

export const sandboxAccessOperations = [
  createSandboxAccessRequest,
  checkSandboxAccessRequest,
  listRequestsOfSandbox,
  updateSandboxAccessRequest,
  withdrawSandboxAccessRequest,
  listSandboxGroups,
  listSandboxMembers,
  inviteSandboxMembers,
  listMySandboxAccess,
  listSandboxAccessRequests,
  listMySandboxAccessRequests,
  listPendingSandboxAccessRequests,
  listSandboxAccessGroups,
  listSandboxAccessGroupsAdv,
  getSandboxAccessGroupsAdvOptions,
  getSandboxAccessGroupByName,
  getSandboxAccessGroup,
  getSandboxAccessRequest,
  listSandboxAccessRequestsAdv,
  getSandboxAccessRequestsAdvOptions,
  addSandboxMembers,
  addSandboxMember,
  decideSandboxAccessRequest,
  getSandboxAccess,
  updateSandboxAccess,
  revokeSandboxAccess,
  updateSandboxOwners,
  updateSandboxOwnersAsAdmin,
]
