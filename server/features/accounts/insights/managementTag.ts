/** Slipway and its platform put this tag on everything they create; a resource group without it is unmanaged. */
export const managementTag = { name: 'managedBy', value: 'slipway' } as const

const name = managementTag.name.toLowerCase()

/** Azure ignores the case of tag names. */
export function isManagementTag(tag: string): boolean {
  return tag.toLowerCase() === name
}

export function isManaged(tags: Readonly<Record<string, string>> | undefined): boolean {
  return Object.entries(tags ?? {}).some(([tag, value]) => isManagementTag(tag) && value.toLowerCase() === managementTag.value)
}
