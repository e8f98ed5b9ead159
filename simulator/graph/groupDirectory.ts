import type { SampleGroup } from '../../sample/shapes.ts'
import type { Simulator } from '../core/simulator.ts'

export interface DirectoryGroup {
  id: string
  displayName: string
  mailNickname: string
  description: string | null
  isAssignableToRole: boolean | null
  visibility: string | null
  createdDateTime: string
  deletedDateTime: string | null
  /** The alternate key is set on creation and never changes. */
  uniqueName?: string
}

export type Relation = 'members' | 'owners'

interface StoredGroup extends DirectoryGroup {
  /** Creation in milliseconds since 1970; 0 for groups of the sample company. */
  createdAt: number
  purged?: true
}

/** A link is a change of members or owners. Readers see `before` until the change is replicated. */
interface Link {
  groupId: string
  relation: Relation
  objectId: string
  present: boolean
  before: boolean
  writtenAt: number
}

const sampleCreated = '2020-11-02T09:00:00Z'

interface Base {
  samples: Map<string, SampleGroup>
  groups: Map<string, StoredGroup>
  byMember: Map<string, string[]>
}

const bases = new WeakMap<Simulator['company'], Base>()

function base(sim: Simulator): Base {
  const cached = bases.get(sim.company)
  if (cached) return cached
  const byMember = new Map<string, string[]>()
  for (const group of sim.company.groups) {
    for (const id of group.memberIds) {
      const groups = byMember.get(id)
      if (groups) groups.push(group.id)
      else byMember.set(id, [group.id])
    }
  }
  const builtGroup = {
    samples: new Map(sim.company.groups.map((group) => [group.id, group])),
    groups: new Map(sim.company.groups.map((group) => [group.id, sampleCounts(group)])),
    byMember,
  }
  bases.set(sim.company, builtGroup)
  return builtGroup
}

const loadStored = (sim: Simulator) => sim.state.collection<StoredGroup>('graph.groups')
const links = (sim: Simulator) => sim.state.collection<Link>('graph.links')

function sampleCounts({ id, displayName, mailNickname, description }: SampleGroup): StoredGroup {
  return {
    id,
    displayName,
    mailNickname,
    description,
    isAssignableToRole: null,
    visibility: null,
    createdDateTime: sampleCreated,
    deletedDateTime: null,
    createdAt: 0,
  }
}

function hasPropagated(sim: Simulator, time: number): boolean {
  return time + sim.consistency.delayMs <= sim.clock.now().getTime()
}

const reads = new WeakMap<Simulator, number>()

function replicaHas(sim: Simulator): boolean {
  if (!sim.consistency.flapping) return false
  const readCount = (reads.get(sim) ?? 0) + 1
  reads.set(sim, readCount)
  return readCount % 2 === 0
}

export function findGroup(sim: Simulator, id: string): DirectoryGroup | undefined {
  const key = id.toLowerCase()
  const group = loadStored(sim).get(key) ?? base(sim).groups.get(key)
  return group && !group.purged && (hasPropagated(sim, group.createdAt) || replicaHas(sim)) ? group : undefined
}

/** @param latest includes a group that can't be read yet, like the directory's own check */
export function findGroupByUniqueName(sim: Simulator, uniqueName: string, { latest: isLatest = false } = {}): DirectoryGroup | undefined {
  const group = loadStored(sim).find((each) => each.uniqueName === uniqueName && each.deletedDateTime === null && !each.purged)
  return isLatest ? group : group && findLiveGroup(sim, group.id)
}

export function findLiveGroup(sim: Simulator, id: string): DirectoryGroup | undefined {
  const group = findGroup(sim, id)
  return group?.deletedDateTime === null ? group : undefined
}

function everyGroup(sim: Simulator): StoredGroup[] {
  const updated = new Map(
    loadStored(sim)
      .values()
      .map((group) => [group.id, group]),
  )
  const { groups } = base(sim)
  return [
    ...Array.from(groups.values(), (group) => updated.get(group.id) ?? group),
    ...[...updated.values()].filter((group) => !groups.has(group.id)),
  ].filter((group) => !group.purged)
}

export function listGroups(sim: Simulator, { deleted }: { deleted: boolean }): DirectoryGroup[] {
  const { listDelayMs } = sim.consistency
  return everyGroup(sim).filter(
    (group) => (group.deletedDateTime !== null) === deleted && hasPropagated(sim, group.createdAt + listDelayMs),
  )
}

export function createGroup(sim: Simulator, group: Omit<DirectoryGroup, 'createdDateTime' | 'deletedDateTime'>): DirectoryGroup {
  const now = sim.clock.now()
  const created = { ...group, createdDateTime: graphTime(now), deletedDateTime: null, createdAt: now.getTime() }
  loadStored(sim).set(group.id, created)
  return created
}

export function updateGroup(sim: Simulator, id: string, change: Partial<Omit<StoredGroup, 'id'>>): void {
  const key = id.toLowerCase()
  const current = loadStored(sim).get(key) ?? base(sim).groups.get(key)!
  loadStored(sim).set(key, { ...current, ...change })
}

export function purgeGroup(sim: Simulator, id: string): void {
  updateGroup(sim, id, { purged: true })
}

/** Returns direct members or owners. @param latest includes changes that are not replicated yet */
export function linkedIds(sim: Simulator, groupId: string, relation: Relation, { latest: isLatest = false } = {}): string[] {
  const sample = base(sim).samples.get(groupId)
  const ids = new Set(relation === 'members' ? sample?.memberIds : sample?.ownerIds)
  for (const link of links(sim).values(`${groupId}/${relation}/`)) apply(ids, link.objectId, visible(sim, link, isLatest))
  return [...ids]
}

export function groupIdsOfMember(sim: Simulator, objectId: string): string[] {
  const ids = new Set(base(sim).byMember.get(objectId))
  for (const link of links(sim).values()) {
    if (link.relation === 'members' && link.objectId === objectId) apply(ids, link.groupId, visible(sim, link, false))
  }
  return [...ids].filter((id) => findLiveGroup(sim, id))
}

function visible(sim: Simulator, link: Link, isLatest: boolean): boolean {
  return isLatest || hasPropagated(sim, link.writtenAt) ? link.present : link.before
}

function apply(ids: Set<string>, id: string, isPresent: boolean): void {
  if (isPresent) ids.add(id)
  else ids.delete(id)
}

export function setLink(sim: Simulator, groupId: string, relation: Relation, objectId: string, isPresent: boolean): boolean {
  const before = linkedIds(sim, groupId, relation, { latest: true }).includes(objectId)
  if (before === isPresent) return false
  links(sim).set(`${groupId}/${relation}/${objectId}`, {
    groupId,
    relation,
    objectId,
    present: isPresent,
    before,
    writtenAt: sim.clock.now().getTime(),
  })
  return true
}

export function transitiveMemberIds(sim: Simulator, groupId: string): string[] {
  return closure(groupId, (id) => (findLiveGroup(sim, id) ? linkedIds(sim, id, 'members') : []))
}

export function transitiveGroupIds(sim: Simulator, objectId: string): string[] {
  return closure(objectId, (id) => groupIdsOfMember(sim, id))
}

function closure(start: string, next: (id: string) => string[]): string[] {
  const visited = new Set<string>()
  const open = [start]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const neighbourId of next(id)) {
      if (visited.has(neighbourId) || neighbourId === start) continue
      visited.add(neighbourId)
      open.push(neighbourId)
    }
  }
  return [...visited]
}

export function graphTime(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}
