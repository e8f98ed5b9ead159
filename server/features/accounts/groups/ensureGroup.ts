import { createHmac } from 'node:crypto'
import { auditAsSlipway } from '../../../audit/auditAsSlipway.ts'
import type { GraphGroup } from '../../../clients/graph/graphGroups.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import type { Config } from '../../../config.ts'
import { inTransaction } from '../../../db/database.ts'
import { CannotGoOn, type StepContext, Wait } from '../../../workflows/workflow.ts'

export interface GroupSpec {
  /** What the group is for, such as the id of its row: the same key always means the same group. */
  key: string
  name: string
  description: string
  /** What a person is told when somebody else’s group has the name. */
  nameTaken: string
}
/** The scopes at which roles may be assigned to the group, and the subject that events about it belong to. */
export interface GroupPlace {
  scopes: string[]
  subject: { kind: string; id: string }
}

/** What a step remembers of a group between its attempts. */
interface GroupProgress {
  id?: string
  /** The tenant offers no upsert, so the group is created and then looked for. */
  unkeyed?: true
  /** When the group was last asked for without an answer that arrived. */
  askedAt?: string
  reads?: number
}
type Context = Pick<StepContext<unknown>, 'clients' | 'config' | 'db' | 'memo' | 'now' | 'remember'>

/** A group whose reply was lost is asked for again only after the directory has had this long to show it. */
const propagationMs = 120_000
/** A replica may have a new group while the next one does not: it is believed after this many good reads in a row. */
const requiredReads = 3

function progressOf({ memo }: Context, key: string): GroupProgress {
  return (memo.groups as Record<string, GroupProgress> | undefined)?.[key] ?? {}
}

async function remember(context: Context, key: string, progress: GroupProgress): Promise<void> {
  await context.remember({ ...context.memo, groups: { ...(context.memo.groups as object | undefined), [key]: progress } })
}

/** The same for a key each time, and not to be guessed: whoever took it first would own the group that Slipway gives roles to. */
function secretOf(config: Pick<Config, 'keySecret'>, what: 'group' | 'mark', key: string): string {
  return createHmac('sha256', config.keySecret).update(`${what} ${key}`).digest('hex').slice(0, 40)
}

/** Words that only the group of this key has in its description, from when Slipway creates it. */
const markOf = (config: Pick<Config, 'keySecret'>, key: string) => `Slipway ${secretOf(config, 'mark', key)}`

/** Groups of this name with the mark of this key, the oldest first, and whether there are others of the name. */
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
 * Creates a directory group once, whatever replies are lost: by a unique name, or where the tenant offers none by looking for it once the
 * directory has settled (decision 0047). @returns its id, to be handed to `waitForGroup` before anything is built on it
 */
export async function ensureGroup(context: Context, spec: GroupSpec): Promise<string | Wait> {
  const { clients, config, now } = context
  const { key, name } = spec
  let progress = progressOf(context, key)
  if (progress.id !== undefined) return progress.id
  const keep = async (id: string) => {
    progress = { ...progress, id }
    await remember(context, key, progress)
    return id
  }
  const { ours, others } = await findMarked(context, spec)
  if (others && !ours[0]) throw new CannotGoOn('groupNameTaken', spec.nameTaken)
  const description = `${spec.description} ${markOf(config, key)}`.trim()
  const properties = { displayName: name, mailNickname: name, description }
  if (!progress.unkeyed) {
    const group = await clients.graph.upsertGroup(`slipway-${secretOf(config, 'group', key)}`, properties)
    if (group) return keep(group.id)
    progress = { ...progress, unkeyed: true }
  }
  if (ours[0]) return keep(ours[0].id)
  const askedAt = progress.askedAt === undefined ? undefined : Date.parse(progress.askedAt)
  if (askedAt !== undefined && now().getTime() - askedAt < propagationMs)
    return new Wait('The directory didn’t confirm the group. Slipway checks before it tries again.', 10_000)
  await remember(context, key, { ...progress, askedAt: now().toISOString() })
  try {
    return await keep((await clients.graph.createGroup({ ...properties, ownerIds: [], memberIds: [] })).id)
  } catch (error) {
    // What was refused was not created, so there is nothing to look for.
    if (error instanceof OutsideError && !error.retryable) await remember(context, key, { ...progress, askedAt: undefined })
    throw error
  }
}

/**
 * Waits until the directory shows the group everywhere, and removes a younger duplicate.
 * @returns the id of the group to build on, which is that of the older one where there are two
 */
export async function waitForGroup(context: Context, spec: GroupSpec, id: string, place: GroupPlace): Promise<string | Wait> {
  const { clients } = context
  const progress = progressOf(context, spec.key)
  const { ours } = await findMarked(context, spec)
  // The index shows what was created before this group once it shows this group.
  const listed = !progress.unkeyed || ours.some((group) => group.id === id)
  const readable = listed && (await clients.graph.isGroupReadable(id))
  const reads = readable ? (progress.reads ?? 0) + 1 : 0
  await remember(context, spec.key, { ...progress, id, reads })
  if (reads < requiredReads) return new Wait('The group was created. The directory is still replicating it.')
  // Of two groups of one second it is the one that Slipway knows it created.
  const own = ours.find((group) => group.id === id)
  const oldest = own?.createdDateTime === ours[0]?.createdDateTime ? { id } : ours[0]!
  for (const duplicate of ours) if (duplicate.id !== oldest.id) await removeDuplicate(context, spec, duplicate, oldest.id, place)
  if (oldest.id !== id) await remember(context, spec.key, { ...progress, id: oldest.id, reads })
  return oldest.id
}

/** Only a group that nobody is in and nothing is granted to goes. @throws CannotGoOn for any other: a person has to choose between the two */
async function removeDuplicate(context: Context, spec: GroupSpec, group: GraphGroup, keptId: string, place: GroupPlace): Promise<void> {
  const { clients, db } = context
  const { arm, graph } = clients
  const [members, grants, eligibilities] = await Promise.all([
    graph.listDirectMembers(group.id),
    Promise.all(place.scopes.map((scope) => arm.listRoleAssignments(scope, { principalId: group.id }))),
    Promise.all(place.scopes.map((scope) => arm.listRoleEligibility(scope, { principalId: group.id }))),
  ])
  if (members.length > 0 || grants.flat().length > 0 || eligibilities.flat().length > 0)
    throw new CannotGoOn(
      'duplicateGroup',
      `The directory has two groups ${spec.name} for the same purpose, and the newer one (${group.id}) has members or roles. Empty or delete it there, then retry this step.`,
    )
  await graph.deleteGroup(group.id)
  await inTransaction(db, (tx) =>
    auditAsSlipway(tx, {
      deed: 'duplicateGroupDeleted',
      subject: place.subject,
      before: { group: group.id, name: spec.name, createdAt: group.createdDateTime ?? null },
      after: { kept: keptId },
      reason: 'The directory had created the group twice. The newer one had no members and no roles.',
    }),
  )
}
