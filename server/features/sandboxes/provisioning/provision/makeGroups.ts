import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../../../db/database.ts'
import { NonRetryableError, type Step, Wait } from '../../../../workflows/workflow.ts'
import type { NewGroupInput } from '../../../accounts/groups/create/input.ts'
import { assignGroupRoles as giveTo, makeGroup, seeGroup, seeRoles as seeOf } from '../../../accounts/groups/create/steps.ts'
import { sandboxGroupName } from '../../access/names.ts'
import { groupsOf, type Home, type SandboxContext, type SandboxInput } from '../home.ts'
import { wantedHome } from './createScope.ts'

/** Built-in roles have the same ids in every directory. */
const roleIds: Record<string, string> = {
  Reader: 'acdd72a7-3385-48ef-bd42-f606fba81ae7',
  Contributor: 'b24988ac-6180-42a0-ab88-20f7382dd24c',
  Owner: '8e3af657-a8ff-443c-a75c-2fe8c4bcb635',
}

async function wantedGroups(db: Db, home: Home, now: Date): Promise<NewGroupInput[]> {
  const there = await groupsOf(db, home.id)
  for (const { suffix, role } of home.terms.groups) {
    const name = sandboxGroupName(home.name, suffix)
    const roleDefinitionId = roleIds[role]
    if (!roleDefinitionId) throw new NonRetryableError('unknownRole', `${role} isn’t a role that sandboxes can have.`)
    if (there.some((group) => group.name === name)) continue
    const roles = JSON.stringify([{ roleDefinitionId, roleName: role, scope: home.scope }])
    await db
      .insertInto('access_groups')
      .values({
        id: uuidv7(),
        account_id: null,
        sandbox_id: home.id,
        directory_group_id: null,
        name,
        description: `${role} in the sandbox ${home.name}.`,
        roles,
        assignment: 'active',
        requestable: true,
        max_duration_hours: null,
        status: 'creating',
        created_by: home.requester_id,
        created_at: now,
        updated_at: now,
      })
      .execute()
  }
  const groups = await groupsOf(db, home.id)
  return groups
    .filter(({ status }) => status === 'creating' || status === 'failed')
    .map(({ id, name, description, assignment, roles }) => ({
      groupId: id,
      home: { kind: 'sandbox', id: home.id },
      homeName: home.name,
      name,
      description,
      assignment,
      roles,
      createdBy: home.requester_id,
    }))
}

/**
 * Runs the steps of each group in turn, as for a group of an account. A group that has to wait delays the end of the step but not the other
 * groups.
 */
async function forEachGroup(context: SandboxContext, step: Step<NewGroupInput>): Promise<Record<string, unknown> | Wait> {
  const home = await wantedHome(context)
  let wait: Wait | undefined
  for (const group of await wantedGroups(context.db, home, context.now())) {
    const done = await step.run({ ...context, input: group })
    if (done instanceof Wait) wait ??= done
  }
  return wait ?? {}
}

export const makeGroups: Step<SandboxInput> = {
  name: 'makeGroups',
  title: 'Create its directory groups',
  async run(context) {
    const made = await forEachGroup(context, makeGroup)
    return made instanceof Wait ? made : forEachGroup(context, seeGroup)
  },
}

export const assignGroupRoles: Step<SandboxInput> = {
  name: 'assignGroupRoles',
  title: 'Assign roles to the groups',
  run: (context) => forEachGroup(context, giveTo),
}
export const seeRoles: Step<SandboxInput> = {
  name: 'seeRoles',
  title: 'Check that the roles are in effect',
  run: (context) => forEachGroup(context, seeOf),
}
