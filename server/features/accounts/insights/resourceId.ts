/** The name of the resource group that an id lies in, as it is spelt there. */
export function groupOfId(id: string): string | null {
  return /\/resourceGroups\/([^/]+)/i.exec(id)?.[1] ?? null
}

export function subscriptionOfId(id: string): string | null {
  return /^\/subscriptions\/([^/]+)/i.exec(id)?.[1] ?? null
}

export function lastOfId(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1)
}

/** What the id of a resource says about it, whichever way Azure spells its letters. */
export function resourceIdParts(id: string): { subscriptionId: string; resourceGroup: string | null; type: string; name: string } {
  const subscriptionId = subscriptionOfId(id) ?? ''
  const resourceGroup = groupOfId(id)
  const [, namespace, rest = ''] = /^.*\/providers\/([^/]+)\/(.+)$/i.exec(id) ?? []
  const segments = rest.split('/')
  const types = segments.filter((_, place) => place % 2 === 0)
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

/** A resource group or a resource, with nothing in it that an address could not hold. */
export const taggableId =
  '^/subscriptions/[0-9A-Fa-f-]{36}/resource[Gg]roups/[^/?#%\\\\<>\\x00-\\x1f]{1,90}(/providers/[A-Za-z0-9.]{1,100}(/[A-Za-z0-9.-]{1,100}/[^/?#%\\\\<>\\x00-\\x1f]{1,260}){1,5})?$'

/** A name that a resource group can have, and an address can hold. */
export const groupName = '^(?!\\.+$)[^/?#%\\\\<>&:*"|\\x00-\\x1f]{1,90}$'
