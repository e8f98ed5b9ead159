import { createHmac } from 'node:crypto'
import { auditAsSlipway } from '../../audit/auditAsSlipway.ts'
import type { GraphGroup } from '../../clients/graphGroups.ts'
import { inTransaction } from '../../db/database.ts'
import { CannotGoOn, type StepContext, Wait } from '../../jobs/workflow.ts'

export interface WantedGroup {
  /** What the group is for, such as the id of its row: the same key always means the same group. */
  key: string
  name: string
  /** Contains `mark`. */
  description: string
  /** Words that only the group of this key has in its description. */
  mark: string
  /** What a person is told when somebody else’s group has the name. */
  nameTaken: string
}
/** The scopes at which roles may be assigned to the group, and the subject that events about it belong to. */
export interface GroupPlace {
  scopes: string[]
  subject: { kind: string; id: string }
}

/** What a step remembers of a group between its attempts. */
interface Made {
  id?: string
  /** The tenant offers no upsert, so the group is created and then looked for. */
  unkeyed?: true
  /** When the group was last asked for without an answer that arrived. */
  askedAt?: string
  looks?: number
}
type Context = Pick<StepContext<unknown>, 'clients' | 'config' | 'db' | 'memo' | 'now' | 'remember'>

/** A group whose reply was lost is asked for again only after the directory has had this long to show it. */
const settleMs = 120_000
/** A replica may have a new group while the next one does not: it is believed after this many good looks in a row. */
const goodLooks = 3

function madeOf({ memo }: Context, key: string): Made {
  return (memo.groups as Record<string, Made> | undefined)?.[key] ?? {}
}

async function remember(context: Context, key: string, made: Made): Promise<void> {
  await context.remember({ ...context.memo, groups: { ...(context.memo.groups as object | undefined), [key]: made } })
}

/** The same for a key each time, and not to be guessed: whoever took it first would own the group that Slipway gives roles to. */
function uniqueNameOf({ config }: Context, key: string): string {
  return `slipway-${createHmac('sha256', config.keySecret).update(`group ${key}`).digest('hex').slice(0, 40)}`
}

/** Groups of this name with this mark, the oldest first, and whether there are others of the name. */
export async function findMarked(
  { graph }: Context['clients'],
  name: string,
  mark: string,
): Promise<{ ours: GraphGroup[]; others: boolean }> {
  const all = await graph.listGroupsByMailNickname(name)
  const ours = all.filter((group) => group.description?.includes(mark))
  const age = (group: GraphGroup) => `${group.createdDateTime ?? ''} ${group.id}`
  return { ours: ours.toSorted((one, other) => age(one).localeCompare(age(other))), others: ours.length < all.length }
}

/**
 * Makes a directory group once, whatever replies are lost: by a unique name, or where the tenant offers none by looking for it once the
 * directory has settled (decision 0047). @returns its id, to be handed to `settleGroup` before anything is built on it
 */
export async function ensureGroup(context: Context, wanted: WantedGroup): Promise<string | Wait> {
  const { clients, now } = context
  const { key, name, description, mark } = wanted
  let made = madeOf(context, key)
  if (made.id !== undefined) return made.id
  const keep = async (id: string) => {
    made = { ...made, id }
    await remember(context, key, made)
    return id
  }
  const { ours, others } = await findMarked(clients, name, mark)
  if (ours[0]) return keep(ours[0].id)
  if (others) throw new CannotGoOn('groupNameTaken', wanted.nameTaken)
  const properties = { displayName: name, mailNickname: name, description }
  if (!made.unkeyed) {
    const group = await clients.graph.upsertGroup(uniqueNameOf(context, key), properties)
    if (group) return keep(group.id)
    made = { ...made, unkeyed: true }
  }
  const askedAt = made.askedAt === undefined ? undefined : Date.parse(made.askedAt)
  if (askedAt !== undefined && now().getTime() - askedAt < settleMs)
    return new Wait('The directory did not confirm the group. Slipway looks for it before asking again.', 10_000)
  made = { ...made, askedAt: now().toISOString() }
  await remember(context, key, made)
  return keep((await clients.graph.createGroup({ ...properties, ownerIds: [], memberIds: [] })).id)
}

/**
 * Waits until the directory shows the group everywhere, and removes a younger twin.
 * @returns the id of the group to build on, which is that of the older twin where there are two
 */
export async function settleGroup(context: Context, wanted: WantedGroup, id: string, place: GroupPlace): Promise<string | Wait> {
  const { clients } = context
  const made = madeOf(context, wanted.key)
  const { ours } = await findMarked(clients, wanted.name, wanted.mark)
  // The index shows what was created before this group once it shows this group.
  const listed = !made.unkeyed || ours.some((group) => group.id === id)
  const readable = listed && (await clients.graph.isGroupReadable(id))
  const looks = readable ? (made.looks ?? 0) + 1 : 0
  await remember(context, wanted.key, { ...made, id, looks })
  if (looks < goodLooks) return new Wait('The group is created; the directory does not show it everywhere yet.')
  const [oldest = { id }, ...younger] = ours
  for (const twin of younger) await removeTwin(context, wanted, twin, oldest.id, place)
  if (oldest.id !== id) await remember(context, wanted.key, { ...made, id: oldest.id, looks })
  return oldest.id
}

/** Only a group that nobody is in and nothing is granted to goes. @throws CannotGoOn for any other: a person has to choose between the two */
async function removeTwin(context: Context, wanted: WantedGroup, twin: GraphGroup, keptId: string, place: GroupPlace): Promise<void> {
  const { clients, db } = context
  const { arm, graph } = clients
  const [members, grants, eligibilities] = await Promise.all([
    graph.listDirectMembers(twin.id),
    Promise.all(place.scopes.map((scope) => arm.listRoleAssignments(scope, { principalId: twin.id }))),
    Promise.all(place.scopes.map((scope) => arm.listRoleEligibility(scope, { principalId: twin.id }))),
  ])
  if (members.length > 0 || grants.flat().length > 0 || eligibilities.flat().length > 0)
    throw new CannotGoOn(
      'twinGroup',
      `The directory has two groups ${wanted.name} for the same purpose, and the newer one (${twin.id}) has members or roles. Empty or delete it there, then retry this step.`,
    )
  await graph.deleteGroup(twin.id)
  await inTransaction(db, (tx) =>
    auditAsSlipway(tx, {
      deed: 'twinGroupDeleted',
      subject: place.subject,
      before: { group: twin.id, name: wanted.name, createdAt: twin.createdDateTime ?? null },
      after: { kept: keptId },
      reason: 'The directory had created the group twice. The newer one had no members and no roles.',
    }),
  )
}
