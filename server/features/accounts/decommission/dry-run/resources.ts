import type { Clients } from '../../../../clients/clients.ts'

export async function fetchResources({ arm }: Clients, subscriptionId: string) {
  const [groups, resources] = await Promise.all([arm.listResourceGroups(subscriptionId), arm.listResources(subscriptionId)])
  const groupOf = (id: string) => /\/resourceGroups\/([^/]+)/i.exec(id)?.[1]?.toLowerCase()
  const inGroup = Map.groupBy(resources, ({ id }) => groupOf(id))
  const ofType = Map.groupBy(resources, ({ type }) => type.toLowerCase())
  return {
    ids: resources.map(({ id }) => id.toLowerCase()).sort(),
    total: resources.length,
    types: [...ofType.values()]
      .map((resourcesOfType) => ({ type: resourcesOfType[0]!.type, count: resourcesOfType.length }))
      .sort((a, b) => b.count - a.count || a.type.localeCompare(b.type)),
    groups: groups
      .map(({ name, location }) => ({ name, location, resources: inGroup.get(name.toLowerCase())?.length ?? 0 }))
      .sort((a, b) => b.resources - a.resources || a.name.localeCompare(b.name)),
  }
}
