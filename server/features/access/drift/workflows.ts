import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import { notify } from '../../../notifications/notify.ts'
import { announce } from '../../../workflows/changes.ts'
import { NonRetryableError, type Step, Wait, type Workflow } from '../../../workflows/workflow.ts'
import { forgetMembers } from '../../accounts/groups/directory.ts'
import { type Membership, membershipSteps } from '../assignments/directoryMembership.ts'
import { waitForDirectory } from '../assignments/waitForDirectory.ts'
import { driftKind } from './kinds.ts'

/** `personId` is the member’s id in the directory, also for members that are not people. */
export interface SettlementInput extends Membership {
  groupName: string
  memberName: string
  resolvedBy: string
}

function settlement(
  kind: string,
  action: 'strangerRemoved' | 'accessGroupRestored',
  title: (input: SettlementInput) => string,
  steps: Step<SettlementInput>[],
): Workflow<SettlementInput> {
  return {
    kind,
    steps,
    async succeeded({ db, subjectId, input }) {
      await recordSystemEvent(db, {
        action,
        subject: { kind: 'accessGroup', id: input.groupId },
        after: { difference: subjectId, ...(input.personId && { memberId: input.personId }) },
        reason: 'The difference was resolved this way, and the directory is updated.',
      })
      await announce(db, input.home)
      await announce(db, { kind: driftKind, id: input.home.id })
    },
    async failed({ db, subjectId, input, now, step, message }) {
      await notify(db, [input.resolvedBy], {
        kind: 'workStuck',
        subjectKind: driftKind,
        subjectId: input.home.id,
        title: `${title(input)} failed`,
        body: `“${step}”: ${message} An administrator can continue from there.`,
        key: `stuck:${subjectId}:${now.toISOString()}`,
      })
      await announce(db, { kind: driftKind, id: input.home.id })
    },
  }
}

/** Removes a member that is not a person and therefore has no grant. */
export const removeStranger = settlement(
  'removeStranger',
  'strangerRemoved',
  ({ memberName, groupName }) => `Taking ${memberName} out of ${groupName}`,
  membershipSteps(false),
)

const restore: Step<SettlementInput> = {
  name: 'restore',
  title: 'Restore the group',
  async run({ clients, input }) {
    const there = await waitForDirectory(async () => {
      const { directoryGroupId: id } = input
      return (await clients.graph.getGroup(id)) !== undefined || (await clients.graph.restoreDeletedGroup(id))
    })
    if (there instanceof Wait) return there
    if (!there)
      throw new NonRetryableError(
        'groupPurged',
        'The directory no longer has the deleted group. Delete it here as well, and create another group if needed.',
      )
    return {}
  },
}

const seeBack: Step<SettlementInput> = {
  name: 'seeBack',
  title: 'Confirm the change in the directory',
  async run({ clients, input }) {
    const readable = await waitForDirectory(() => clients.graph.isGroupReadable(input.directoryGroupId))
    if (readable !== true) return readable || new Wait('The restore was sent. The directory doesn’t show the group yet.')
    forgetMembers(clients, input.home)
    return {}
  },
}

/** Restores a group that was deleted in the directory, which keeps it for 30 days. */
export const restoreGroup = settlement('restoreGroup', 'accessGroupRestored', ({ groupName }) => `Restoring ${groupName}`, [
  restore,
  seeBack,
])

export const driftWorkflows = [removeStranger, restoreGroup]
