export function groupOfId(id: string): string | null {
  return /\/resourceGroups\/([^/]+)/i.exec(id)?.[1] ?? null
}

export function subscriptionOfId(id: string): string | null {
  return /^\/subscriptions\/([^/]+)/i.exec(id)?.[1] ?? null
}

export function lastOfId(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1)
}

export function resourceIdParts(id: string): { subscriptionId: string; resourceGroup: string | null; type: string; name: string } {
  const subscriptionId = subscriptionOfId(id) ?? ''
  const resourceGroup = groupOfId(id)
  const [, namespace, typePath = ''] = /^.*\/providers\/([^/]+)\/(.+)$/i.exec(id) ?? []
  const segments = typePath.split('/')
  const types = segments.filter((_, index) => index % 2 === 0)
  return {
    subscriptionId: subscriptionId.toLowerCase(),
    resourceGroup,
    type: namespace
      ? [namespace, ...types].join('/')
      : resourceGroup
        ? 'Microsoft.Resources/resourceGroups'
        : 'Microsoft.Resources/subscriptions',
    name: (namespace ? segments.at(-1) : resourceGroup) ?? subscriptionId,
  }
}

/** Matches a resource group or resource. The ID must not contain a character that is not allowed in a URL path. */
export const taggableId =
  '^/subscriptions/[0-9A-Fa-f-]{36}/resource[Gg]roups/[^/?#%\\\\<>\\x00-\\x1f]{1,90}(/providers/[A-Za-z0-9.]{1,100}(/[A-Za-z0-9.-]{1,100}/[^/?#%\\\\<>\\x00-\\x1f]{1,260}){1,5})?$'

export const groupName = '^(?!\\.+$)[^/?#%\\\\<>&:*"|\\x00-\\x1f]{1,90}$'
