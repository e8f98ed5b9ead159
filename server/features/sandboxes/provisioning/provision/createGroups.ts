import type { Db } from '../../../../db/database.ts'
import { derivedId } from '../../../../db/derivedId.ts'
import { NonRetryableError, type Step, Wait } from '../../../../workflows/workflow.ts'
import type { NewGroupInput } from '../../../accounts/groups/create/input.ts'
import { createGroup, assignGroupRoles as giveTo, verifyRoles as seeOf, verifyGroup } from '../../../accounts/groups/create/steps.ts'
import { sandboxGroupName } from '../../access/names.ts'
import { groupsOf, type HostedSandbox, type SandboxContext, type SandboxInput } from '../hostedSandbox.ts'
import { requireProvisioning } from './createScope.ts'

const roleIds: Record<string, string> = {
  Reader: 'acdd72a7-3385-48ef-bd42-f606fba81ae7',
  Contributor: 'b24988ac-6180-42a0-ab88-20f7382dd24c',
  Owner: '8e3af657-a8ff-443c-a75c-2fe8c4bcb635',
}

/** Inserts the missing groups of the sandbox, and returns the groups that aren't complete. */
async function ensureGroupRows(db: Db, hostedSandbox: HostedSandbox, now: Date): Promise<NewGroupInput[]> {
  const existingGroups = await groupsOf(db, hostedSandbox.id)
  const allGroups = await db.selectFrom('access_groups').select('name').where('sandbox_id', '=', hostedSandbox.id).execute()
  for (const { suffix, role } of hostedSandbox.terms.groups) {
    const name = sandboxGroupName(hostedSandbox.name, suffix)
    const roleDefinitionId = roleIds[role]
    if (!roleDefinitionId) throw new NonRetryableError('unknownRole', `${role} isn’t a role that sandbox groups can have.`)
    if (existingGroups.some((group) => group.name === name)) continue
    const roles = JSON.stringify([{ roleDefinitionId, roleName: role, scope: hostedSandbox.scope }])
    await db
      .insertInto('access_groups')
      .values({
        id: derivedId(hostedSandbox.id, `group ${name} ${allGroups.filter((group) => group.name === name).length}`),
        account_id: null,
        sandbox_id: hostedSandbox.id,
        directory_group_id: null,
        name,
        description: `${role} in the sandbox ${hostedSandbox.name}.`,
        roles,
        assignment: 'active',
        requestable: true,
        max_duration_hours: null,
        status: 'creating',
        created_by: hostedSandbox.requester_id,
        created_at: now,
        updated_at: now,
      })
      .execute()
  }
  const groups = await groupsOf(db, hostedSandbox.id)
  return groups
    .filter(({ status }) => status === 'creating' || status === 'failed')
    .map(({ id, name, description, assignment, roles }) => ({
      groupId: id,
      home: { kind: 'sandbox', id: hostedSandbox.id },
      homeName: hostedSandbox.name,
      name,
      description,
      assignment,
      roles,
      createdBy: hostedSandbox.requester_id,
    }))
}

/**
 * Runs the steps of each group in turn, as for a group of an account. A group that has to wait delays the end of this step, but not the
 * other groups.
 */
async function forEachGroup(context: SandboxContext, step: Step<NewGroupInput>): Promise<Record<string, unknown> | Wait> {
  const hostedSandbox = await requireProvisioning(context)
  let wait: Wait | undefined
  for (const group of await ensureGroupRows(context.db, hostedSandbox, context.now())) {
    const stepResult = await step.run({ ...context, input: group })
    if (stepResult instanceof Wait) wait ??= stepResult
  }
  return wait ?? {}
}

export const createGroups: Step<SandboxInput> = {
  name: 'createGroups',
  title: 'Create the directory groups',
  async run(context) {
    const createdGroups = await forEachGroup(context, createGroup)
    return createdGroups instanceof Wait ? createdGroups : forEachGroup(context, verifyGroup)
  },
}

export const assignGroupRoles: Step<SandboxInput> = {
  name: 'assignGroupRoles',
  title: 'Assign roles to the groups',
  run: (context) => forEachGroup(context, giveTo),
}
export const verifyRoles: Step<SandboxInput> = {
  name: 'verifyRoles',
  title: 'Check that the roles are in effect',
  run: (context) => forEachGroup(context, seeOf),
}
