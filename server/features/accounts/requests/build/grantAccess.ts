import { waitForPropagation } from '../../../../workflows/waitForPropagation.ts'
import { NonRetryableError, type Step, type StepContext, Wait } from '../../../../workflows/workflow.ts'
import { grantEligibility } from '../../eligibility/grantEligibility.ts'
import { ensureGroup, type GroupSpec, waitForGroups } from '../../groups/ensureGroup.ts'
import { groupName } from '../../groups/groupName.ts'
import { type CreatedAccessGroup, recordGroups } from '../../groups/recordGroups.ts'
import { type BuildInput, subscriptionScope } from './input.ts'

interface CreatedGroup {
  id: string
  name: string
  role: string
  assignment: 'active' | 'eligible'
}

function groupSpecOf(
  { reference, accountId, details }: BuildInput,
  requestedGroup: BuildInput['details']['accessGroups'][number],
): GroupSpec {
  const name = groupName(details, requestedGroup.name)
  return {
    key: `${accountId} ${requestedGroup.name}`,
    name,
    description: `${requestedGroup.role} on ${details.name}. ${reference}, account ${accountId}.`,
    nameTaken: `The directory has a group ${name} that wasn’t created for this account. Rename or delete it, then retry this step.`,
  }
}

/** A group with the same name that Slipway did not create for this account belongs to another owner and is never adopted. */
export const createAccessGroups: Step<BuildInput> = {
  name: 'createAccessGroups',
  title: 'Create the access groups',
  async run(context) {
    const { clients, input, output } = context
    const { accessGroups, ownerIds } = input.details
    if (accessGroups.length === 0) return { groups: [] }
    const { subscriptionId } = output<{ subscriptionId: string }>('createSubscription')
    const groupScopes = { scopes: [subscriptionScope(subscriptionId)], subject: { kind: 'account', id: input.accountId } }
    const createdGroups: { spec: GroupSpec; id: string }[] = []
    for (const requestedGroup of accessGroups) {
      const spec = groupSpecOf(input, requestedGroup)
      const id = await ensureGroup(context, spec)
      if (id instanceof Wait) return id
      createdGroups.push({ spec, id })
    }
    const ids = await waitForGroups(context, createdGroups, groupScopes)
    if (ids instanceof Wait) return ids
    const groups = accessGroups.map(
      (requestedGroup, n): CreatedGroup => ({
        id: ids[n]!,
        name: groupName(input.details, requestedGroup.name),
        role: requestedGroup.role,
        assignment: requestedGroup.assignment,
      }),
    )
    const ownerResult = await waitForPropagation('Setting the group owners', async () => {
      for (const group of groups) for (const ownerId of ownerIds) await clients.graph.addGroupOwner(group.id, ownerId)
    })
    return ownerResult instanceof Wait ? ownerResult : { groups }
  },
}

export const assignRoles: Step<BuildInput> = {
  name: 'assignRoles',
  title: 'Assign the active and eligible roles',
  async run({ db, clients, input, output, now }) {
    const { groups } = output<{ groups: CreatedGroup[] }>('createAccessGroups')
    const { subscriptionId } = output<{ subscriptionId: string }>('createSubscription')
    const scope = subscriptionScope(subscriptionId)
    if (groups.length === 0) return {}
    const grantedGroups = await waitForPropagation('Assigning the roles', () => grantGroupRoles({ db, clients, now }, input, groups, scope))
    if (grantedGroups instanceof Wait) return grantedGroups
    await recordGroups(db, input.accountId, input.requesterId, grantedGroups, now())
    return {}
  },
}

async function grantGroupRoles(
  { db, clients, now }: Pick<StepContext<BuildInput>, 'db' | 'clients' | 'now'>,
  input: BuildInput,
  groups: CreatedGroup[],
  scope: string,
): Promise<CreatedAccessGroup[]> {
  const roles = await clients.arm.listRoleDefinitions(scope, { builtInOnly: true })
  const grantedGroups: CreatedAccessGroup[] = []
  for (const group of groups) {
    const role = roles.find((candidate) => candidate.properties.roleName === group.role)
    if (!role) throw new NonRetryableError('unknownRole', `Azure has no role called ${group.role}.`)
    const grant = { scope, roleDefinitionId: role.id, principalId: group.id, principalType: 'Group' as const }
    if (group.assignment === 'active') await clients.arm.putRoleAssignment(grant)
    else {
      const grantOptions = { requestKey: input.requestId, justification: `Approved as ${input.reference}` }
      await grantEligibility({ db, clients, now }, { kind: 'account', id: input.accountId }, { ...grant, ...grantOptions })
    }
    grantedGroups.push({
      directoryGroupId: group.id,
      name: group.name,
      description: `${group.role} on ${input.details.name}.`,
      roles: [{ roleDefinitionId: role.name.toLowerCase(), roleName: role.properties.roleName, scope }],
      assignment: group.assignment,
    })
  }
  return grantedGroups
}
