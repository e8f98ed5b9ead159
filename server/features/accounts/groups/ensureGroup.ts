import { createHmac } from 'node:crypto'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import type { GraphGroup } from '../../../clients/graph/graphGroups.ts'
import type { Config } from '../../../config.ts'
import { inTransaction } from '../../../db/database.ts'
import { NonRetryableError, type StepContext, Wait } from '../../../workflows/workflow.ts'

export interface GroupSpec {
  /** The key identifies the group, such as the ID of its row. The same key always means the same group. */
  key: string
  name: string
  description: string
  nameTaken: string
}
interface GroupScopes {
  scopes: string[]
  subject: { kind: string; id: string }
}

interface GroupProgress {
  id?: string
  /** True if the tenant offers no upsert, so that the group is created and then searched for. */
  unkeyed?: true
  /** The time of the last request to create the group; undefined if the directory rejected it. */
  requestedAt?: string
  reads?: number
}
type Context = Pick<StepContext<unknown>, 'clients' | 'config' | 'db' | 'checkpoint' | 'now' | 'saveCheckpoint'>

/** After a lost response, Slipway waits this long for the directory to show the group before it requests the group again. */
const propagationMs = 120_000
/** Replicas of the directory differ temporarily, so a new group counts as readable only after this many successful reads in a row. */
const requiredReads = 3
const rereadDelayMs = 100

function progressOf({ checkpoint }: Context, key: string): GroupProgress {
  return (checkpoint.groups as Record<string, GroupProgress> | undefined)?.[key] ?? {}
}

async function saveProgress(context: Context, groups: Record<string, GroupProgress>): Promise<void> {
  await context.saveCheckpoint({ ...context.checkpoint, groups: { ...(context.checkpoint.groups as object | undefined), ...groups } })
}

/**
 * Derives a value from a key, the same value each time. The value must not be guessable, because another program could otherwise create the
 * group first and would then own a group to which Slipway gives roles.
 */
function secretOf(config: Pick<Config, 'keySecret'>, salt: 'group' | 'mark', key: string): string {
  return createHmac('sha256', config.keySecret).update(`${salt} ${key}`).digest('hex').slice(0, 40)
}

export const markerOf = (config: Pick<Config, 'keySecret'>, key: string) => `Slipway ${secretOf(config, 'mark', key)}`

export const markerPattern = /\bSlipway [0-9a-f]{40}\b/

export async function findMarkedGroups(
  { clients: { graph }, config }: Pick<Context, 'clients' | 'config'>,
  { name, key }: Pick<GroupSpec, 'name' | 'key'>,
): Promise<{ markedGroups: GraphGroup[]; hasOthers: boolean }> {
  const allGroups = await graph.listGroupsByMailNickname(name)
  const markedGroups = allGroups.filter((group) => group.description?.includes(markerOf(config, key)))
  const age = (group: GraphGroup) => `${group.createdDateTime ?? ''} ${group.id}`
  return { markedGroups: markedGroups.toSorted((a, b) => age(a).localeCompare(age(b))), hasOthers: markedGroups.length < allGroups.length }
}

export const unconfirmedGroupNote = 'The directory didn’t confirm the group. Slipway is checking whether it exists before it retries.'

/**
 * Creates a directory group exactly once, even when responses are lost: by a unique name, or in a tenant without upsert by a search after
 * the replication delay (decision 0047).
 * @returns its ID, which `waitForGroups` must confirm before it is used
 */
export async function ensureGroup(context: Context, spec: GroupSpec): Promise<string | Wait> {
  const { clients, config, now } = context
  const { key, name } = spec
  let progress = progressOf(context, key)
  if (progress.id !== undefined) return progress.id
  const saveGroupProgress = async (id: string) => {
    progress = { ...progress, id }
    await saveProgress(context, { [key]: progress })
    return id
  }
  const { markedGroups: ours, hasOthers: others } = await findMarkedGroups(context, spec)
  if (others && !ours[0]) throw new NonRetryableError('groupNameTaken', spec.nameTaken)
  const description = `${spec.description} ${markerOf(config, key)}`.trim()
  const properties = { displayName: name, mailNickname: name, description }
  if (!progress.unkeyed) {
    const group = await clients.graph.upsertGroup(`slipway-${secretOf(config, 'group', key)}`, properties)
    if (group) return saveGroupProgress(group.id)
    progress = { ...progress, unkeyed: true }
  }
  if (ours[0]) return saveGroupProgress(ours[0].id)
  const requestedAt = progress.requestedAt === undefined ? undefined : Date.parse(progress.requestedAt)
  if (requestedAt !== undefined && now().getTime() - requestedAt < propagationMs) return new Wait(unconfirmedGroupNote, 10_000)
  await saveProgress(context, { [key]: { ...progress, requestedAt: now().toISOString() } })
  try {
    return await saveGroupProgress((await clients.graph.createGroup({ ...properties, ownerIds: [], memberIds: [] })).id)
  } catch (error) {
    // Azure rejected the request, so no group was created.
    if (error instanceof ExternalError && !error.retryable) await saveProgress(context, { [key]: { ...progress, requestedAt: undefined } })
    throw error
  }
}

/**
 * Waits until all replicas of the directory show the groups, and removes the younger one of two duplicates.
 * @returns the IDs of the groups to use
 */
export async function waitForGroups(
  context: Context,
  createdGroups: { spec: GroupSpec; id: string }[],
  groupScopes: GroupScopes,
): Promise<string[] | Wait> {
  const groupStates = await Promise.all(createdGroups.map(({ spec, id }) => fetchGroup(context, spec, id)))
  await saveProgress(context, Object.fromEntries(groupStates.map(({ progress }, n) => [createdGroups[n]!.spec.key, progress])))
  const fewestReads = Math.min(...groupStates.map(({ progress }) => progress.reads))
  if (fewestReads < requiredReads)
    return new Wait('The group was created. The directory is still replicating it.', fewestReads > 0 ? rereadDelayMs : undefined)
  const ids: string[] = []
  for (const [n, { spec, id }] of createdGroups.entries())
    ids.push(
      await deleteDuplicates(context, spec, id, groupStates[n]!.ours ?? (await findMarkedGroups(context, spec)).markedGroups, groupScopes),
    )
  return ids
}

async function fetchGroup(context: Context, spec: GroupSpec, id: string) {
  const progress = progressOf(context, spec.key)
  // When the index shows this group, it also shows any group created before it.
  const ours = progress.unkeyed && (await findMarkedGroups(context, spec)).markedGroups
  const isListed = !ours || ours.some((group) => group.id === id)
  const isReadable = isListed && (await context.clients.graph.isGroupReadable(id))
  return { ours, progress: { ...progress, id, reads: isReadable ? (progress.reads ?? 0) + 1 : 0 } }
}

async function deleteDuplicates(
  context: Context,
  spec: GroupSpec,
  id: string,
  ours: GraphGroup[],
  groupScopes: GroupScopes,
): Promise<string> {
  // If two groups were created in the same second, the group that Slipway recorded is kept.
  const ownGroup = ours.find((group) => group.id === id)
  const oldest = ownGroup?.createdDateTime === ours[0]?.createdDateTime ? { id } : ours[0]!
  for (const duplicate of ours) if (duplicate.id !== oldest.id) await removeDuplicate(context, spec, duplicate, oldest.id, groupScopes)
  if (oldest.id !== id) await saveProgress(context, { [spec.key]: { ...progressOf(context, spec.key), id: oldest.id } })
  return oldest.id
}

/**
 * Deletes a duplicate only if it has no members and no roles.
 * @throws NonRetryableError otherwise, because a person has to choose between the two groups
 */
async function removeDuplicate(
  context: Context,
  spec: GroupSpec,
  group: GraphGroup,
  remainingGroupId: string,
  groupScopes: GroupScopes,
): Promise<void> {
  const { clients, db } = context
  const { arm, graph } = clients
  const [members, grants, eligibilities] = await Promise.all([
    graph.listDirectMembers(group.id),
    Promise.all(groupScopes.scopes.map((scope) => arm.listRoleAssignments(scope, { principalId: group.id }))),
    Promise.all(groupScopes.scopes.map((scope) => arm.listRoleEligibility(scope, { principalId: group.id }))),
  ])
  if (members.length > 0 || grants.flat().length > 0 || eligibilities.flat().length > 0)
    throw new NonRetryableError(
      'duplicateGroup',
      `The directory has two groups ${spec.name} for the same purpose, and the newer one (${group.id}) has members or roles. Remove its members and roles or delete it in the directory, then retry this step.`,
    )
  await graph.deleteGroup(group.id)
  await inTransaction(db, (tx) =>
    recordSystemEvent(tx, {
      action: 'duplicateGroupDeleted',
      subject: groupScopes.subject,
      before: { group: group.id, name: spec.name, createdAt: group.createdDateTime ?? null },
      after: { kept: remainingGroupId },
      reason: 'The directory had created the group twice. The newer one had no members and no roles.',
    }),
  )
}
