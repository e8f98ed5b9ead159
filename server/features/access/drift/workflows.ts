import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import { notify } from '../../../notifications/notify.ts'
import { publishChange } from '../../../workflows/changes.ts'
import { NonRetryableError, type Step, Wait, type Workflow } from '../../../workflows/workflow.ts'
import { invalidateMembers } from '../../accounts/groups/directory.ts'
import { type Membership, membershipSteps } from '../assignments/directoryMembership.ts'
import { waitForDirectory } from '../assignments/waitForDirectory.ts'
import { driftKind } from './kinds.ts'

/** `personId` is the ID of the member in the directory, even for members that are not people. */
export interface ResolutionInput extends Membership {
  groupName: string
  memberName: string
  resolvedBy: string
}

function resolution(
  kind: string,
  action: 'strangerRemoved' | 'accessGroupRestored',
  title: (input: ResolutionInput) => string,
  steps: Step<ResolutionInput>[],
): Workflow<ResolutionInput> {
  return {
    kind,
    steps,
    async succeeded({ db, subjectId, input }) {
      await recordSystemEvent(db, {
        action,
        subject: { kind: 'accessGroup', id: input.groupId },
        after: { difference: subjectId, ...(input.personId && { memberId: input.personId }) },
        reason: 'The difference was resolved and the directory was updated.',
      })
      await publishChange(db, input.home)
      await publishChange(db, { kind: driftKind, id: input.home.id })
    },
    async failed({ db, subjectId, input, now, step, message }) {
      await notify(db, [input.resolvedBy], {
        kind: 'workStuck',
        subjectKind: driftKind,
        subjectId: input.home.id,
        title: `${title(input)} failed`,
        body: `“${step}”: ${message} An administrator can retry the step.`,
        key: `stuck:${subjectId}:${now.toISOString()}`,
      })
      await publishChange(db, { kind: driftKind, id: input.home.id })
    },
  }
}

export const removeUnrecordedMember = resolution(
  'removeStranger',
  'strangerRemoved',
  ({ memberName, groupName }) => `Removing ${memberName} from ${groupName}`,
  membershipSteps(false),
)

const restore: Step<ResolutionInput> = {
  name: 'restore',
  title: 'Restore the group',
  async run({ clients, input }) {
    const exists = await waitForDirectory(async () => {
      const { directoryGroupId: id } = input
      return (await clients.graph.getGroup(id)) !== undefined || (await clients.graph.restoreDeletedGroup(id))
    })
    if (exists instanceof Wait) return exists
    if (!exists)
      throw new NonRetryableError(
        'groupPurged',
        'The directory no longer has the deleted group. Delete the group in Slipway too, and create another group if needed.',
      )
    return {}
  },
}

const verifyRestored: Step<ResolutionInput> = {
  name: 'verifyRestored',
  title: 'Confirm the change in the directory',
  async run({ clients, input }) {
    const isReadable = await waitForDirectory(() => clients.graph.isGroupReadable(input.directoryGroupId))
    if (isReadable !== true) return isReadable || new Wait('The directory accepted the restore. It doesn’t list the group yet.')
    invalidateMembers(clients, input.home)
    return {}
  },
}

/** Restores a group that was deleted in the directory, which keeps it for 30 days. */
export const restoreGroup = resolution('restoreGroup', 'accessGroupRestored', ({ groupName }) => `Restoring ${groupName}`, [
  restore,
  verifyRestored,
])

export const driftWorkflows = [removeUnrecordedMember, restoreGroup]
