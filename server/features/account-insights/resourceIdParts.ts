/** What the id of a resource says about it, whichever way Azure spells its letters. */
export function resourceIdParts(id: string): { subscriptionId: string; resourceGroup: string | null; type: string; name: string } {
  const [, subscriptionId = ''] = /^\/subscriptions\/([^/]+)/i.exec(id) ?? []
  const [, resourceGroup = null] = /\/resourceGroups\/([^/]+)/i.exec(id) ?? []
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
