import { createHmac } from 'node:crypto'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import type { GraphGroup } from '../../../clients/graph/graphGroups.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import type { Config } from '../../../config.ts'
import { inTransaction } from '../../../db/database.ts'
import { NonRetryableError, type StepContext, Wait } from '../../../workflows/workflow.ts'

export interface GroupSpec {
  /** The same key always means the same group, such as the id of its row. */
  key: string
  name: string
  description: string
  /** The error message when another group has the name. */
  nameTaken: string
}
/** The group can hold roles at these scopes; its audit events belong to the subject. */
export interface GroupPlace {
  scopes: string[]
  subject: { kind: string; id: string }
}

interface GroupProgress {
  id?: string
  /** The tenant offers no upsert, so the group is created and then searched for. */
  unkeyed?: true
  /** The last request whose reply was lost was sent at this time. */
  requestedAt?: string
  reads?: number
}
type Context = Pick<StepContext<unknown>, 'clients' | 'config' | 'db' | 'checkpoint' | 'now' | 'remember'>

/** After a lost reply, the directory gets this long to show the group before it is requested again. */
const propagationMs = 120_000
/** Replicas of the directory differ for a while, so a new group counts as readable after this many good reads in a row. */
const requiredReads = 3
const rereadMs = 100

function progressOf({ checkpoint }: Context, key: string): GroupProgress {
  return (checkpoint.groups as Record<string, GroupProgress> | undefined)?.[key] ?? {}
}

async function remember(context: Context, groups: Record<string, GroupProgress>): Promise<void> {
  await context.remember({ ...context.checkpoint, groups: { ...(context.checkpoint.groups as object | undefined), ...groups } })
}

/**
 * Derives the same value for a key each time. It must not be guessable: another program could create the group first and own what Slipway
 * gives roles to.
 */
function secretOf(config: Pick<Config, 'keySecret'>, what: 'group' | 'mark', key: string): string {
  return createHmac('sha256', config.keySecret).update(`${what} ${key}`).digest('hex').slice(0, 40)
}

/** Slipway puts this mark into the description when it creates the group, and no other group has it. */
const markOf = (config: Pick<Config, 'keySecret'>, key: string) => `Slipway ${secretOf(config, 'mark', key)}`

export async function findMarked(
  { clients: { graph }, config }: Pick<Context, 'clients' | 'config'>,
  { name, key }: Pick<GroupSpec, 'name' | 'key'>,
): Promise<{ ours: GraphGroup[]; others: boolean }> {
  const all = await graph.listGroupsByMailNickname(name)
  const ours = all.filter((group) => group.description?.includes(markOf(config, key)))
  const age = (group: GraphGroup) => `${group.createdDateTime ?? ''} ${group.id}`
  return { ours: ours.toSorted((one, other) => age(one).localeCompare(age(other))), others: ours.length < all.length }
}

/**
 * Creates a directory group exactly once, even when replies are lost: by a unique name, or in a tenant without upsert by a search after
 * the replication delay (decision 0047). @returns its id, which `waitForGroups` must confirm before it is used
 */
export async function ensureGroup(context: Context, spec: GroupSpec): Promise<string | Wait> {
  const { clients, config, now } = context
  const { key, name } = spec
  let progress = progressOf(context, key)
  if (progress.id !== undefined) return progress.id
  const keep = async (id: string) => {
    progress = { ...progress, id }
    await remember(context, { [key]: progress })
    return id
  }
  const { ours, others } = await findMarked(context, spec)
  if (others && !ours[0]) throw new NonRetryableError('groupNameTaken', spec.nameTaken)
  const description = `${spec.description} ${markOf(config, key)}`.trim()
  const properties = { displayName: name, mailNickname: name, description }
  if (!progress.unkeyed) {
    const group = await clients.graph.upsertGroup(`slipway-${secretOf(config, 'group', key)}`, properties)
    if (group) return keep(group.id)
    progress = { ...progress, unkeyed: true }
  }
  if (ours[0]) return keep(ours[0].id)
  const requestedAt = progress.requestedAt === undefined ? undefined : Date.parse(progress.requestedAt)
  if (requestedAt !== undefined && now().getTime() - requestedAt < propagationMs)
    return new Wait('The directory didn’t confirm the group. Slipway checks before it tries again.', 10_000)
  await remember(context, { [key]: { ...progress, requestedAt: now().toISOString() } })
  try {
    return await keep((await clients.graph.createGroup({ ...properties, ownerIds: [], memberIds: [] })).id)
  } catch (error) {
    // Azure refused the request, so no group was created.
    if (error instanceof OutsideError && !error.retryable) await remember(context, { [key]: { ...progress, requestedAt: undefined } })
    throw error
  }
}

/**
 * Waits until the directory shows the groups everywhere, and removes younger duplicates. @returns the IDs of the groups to use: the older
 * one where there are two
 */
export async function waitForGroups(
  context: Context,
  made: { spec: GroupSpec; id: string }[],
  place: GroupPlace,
): Promise<string[] | Wait> {
  const read = await Promise.all(made.map(({ spec, id }) => readGroup(context, spec, id)))
  await remember(context, Object.fromEntries(read.map(({ progress }, n) => [made[n]!.spec.key, progress])))
  const fewest = Math.min(...read.map(({ progress }) => progress.reads))
  if (fewest < requiredReads)
    return new Wait('The group was created. The directory is still replicating it.', fewest > 0 ? rereadMs : undefined)
  const ids: string[] = []
  for (const [n, { spec, id }] of made.entries())
    ids.push(await keepOldest(context, spec, id, read[n]!.ours ?? (await findMarked(context, spec)).ours, place))
  return ids
}

async function readGroup(context: Context, spec: GroupSpec, id: string) {
  const progress = progressOf(context, spec.key)
  // When the index shows this group, it also shows any group created before it.
  const ours = progress.unkeyed && (await findMarked(context, spec)).ours
  const listed = !ours || ours.some((group) => group.id === id)
  const readable = listed && (await context.clients.graph.isGroupReadable(id))
  return { ours, progress: { ...progress, id, reads: readable ? (progress.reads ?? 0) + 1 : 0 } }
}

async function keepOldest(context: Context, spec: GroupSpec, id: string, ours: GraphGroup[], place: GroupPlace): Promise<string> {
  // When two groups have the same creation second, the one that Slipway knows it created is kept.
  const own = ours.find((group) => group.id === id)
  const oldest = own?.createdDateTime === ours[0]?.createdDateTime ? { id } : ours[0]!
  for (const duplicate of ours) if (duplicate.id !== oldest.id) await removeDuplicate(context, spec, duplicate, oldest.id, place)
  if (oldest.id !== id) await remember(context, { [spec.key]: { ...progressOf(context, spec.key), id: oldest.id } })
  return oldest.id
}

/** Deletes only a duplicate without members and roles. @throws NonRetryableError for any other, because a person has to choose between the two */
async function removeDuplicate(context: Context, spec: GroupSpec, group: GraphGroup, keptId: string, place: GroupPlace): Promise<void> {
  const { clients, db } = context
  const { arm, graph } = clients
  const [members, grants, eligibilities] = await Promise.all([
    graph.listDirectMembers(group.id),
    Promise.all(place.scopes.map((scope) => arm.listRoleAssignments(scope, { principalId: group.id }))),
    Promise.all(place.scopes.map((scope) => arm.listRoleEligibility(scope, { principalId: group.id }))),
  ])
  if (members.length > 0 || grants.flat().length > 0 || eligibilities.flat().length > 0)
    throw new NonRetryableError(
      'duplicateGroup',
      `The directory has two groups ${spec.name} for the same purpose, and the newer one (${group.id}) has members or roles. Empty or delete it there, then retry this step.`,
    )
  await graph.deleteGroup(group.id)
  await inTransaction(db, (tx) =>
    recordSystemEvent(tx, {
      action: 'duplicateGroupDeleted',
      subject: place.subject,
      before: { group: group.id, name: spec.name, createdAt: group.createdDateTime ?? null },
      after: { kept: keptId },
      reason: 'The directory had created the group twice. The newer one had no members and no roles.',
    }),
  )
}
