export interface SimResource {
  id: string
  name: string
  type: string
  location: string
  kind?: string
  managedBy?: string
  sku?: Record<string, unknown>
  identity?: Record<string, unknown>
  zones?: string[]
  tags: Record<string, string>
  properties: Record<string, unknown>
  createdTime: string
  changedTime: string
}

export interface SimResourceGroup {
  name: string
  location: string
  tags: Record<string, string>
  managedBy?: string
}

interface ResourceIdParts {
  subscriptionId: string
  resourceGroup: string
  type: string
  name: string
}

const pattern = /^\/subscriptions\/([^/]+)\/resourceGroups\/([^/]+)\/providers\/([^/]+)\/((?:[^/]+\/[^/]+)(?:\/[^/]+\/[^/]+)*)$/i

/** Parses a resource ID; undefined when invalid. Nested types become `Microsoft.Sql/servers/databases`. */
export function parseResourceId(id: string): ResourceIdParts | undefined {
  const match = pattern.exec(id.replace(/\/$/, ''))
  if (!match) return undefined
  const [, subscriptionId, resourceGroup, namespace, suffix] = match as unknown as [string, string, string, string, string]
  const segments = suffix.split('/')
  return {
    subscriptionId: subscriptionId.toLowerCase(),
    resourceGroup,
    type: [namespace, ...segments.filter((_, index) => index % 2 === 0)].join('/'),
    name: segments.at(-1)!,
  }
}
