interface Dependencies {
  connections: { found: readonly { hub: boolean }[] | null }
  incidents: { found: readonly unknown[] | null }
  deployments: { found: readonly unknown[] | null }
  keys: readonly unknown[]
  storeNumbers: readonly unknown[]
}

/** Returns what uses the account, such as “2 applications”. All accounts are connected to the hub, so it isn’t counted. */
export function affectedBy({ connections, incidents, deployments, keys, storeNumbers }: Dependencies): string[] {
  const counted = [
    [deployments.found?.length, 'application'],
    [keys.length, 'API key'],
    [incidents.found?.length, 'open incident'],
    [connections.found?.filter(({ hub }) => !hub).length, 'network connection'],
    [storeNumbers.length, 'store'],
  ] as const
  return counted.flatMap(([count = 0, noun]) => (count > 0 ? [`${count} ${noun}${count === 1 ? '' : 's'}`] : []))
}

export function uncheckedParts({ connections, incidents, deployments }: Dependencies): string[] {
  const parts = [
    [connections, 'network connections'],
    [incidents, 'incidents'],
    [deployments, 'applications'],
  ] as const
  return parts.flatMap(([part, noun]) => (part.found === null ? [noun] : []))
}
