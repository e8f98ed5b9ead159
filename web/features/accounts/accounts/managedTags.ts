const protectedTags = ['costCentre', 'environment', 'criticality', 'dataClassification', 'managedBy', 'slipwayRequest']
const names = new Set(protectedTags.map((name) => name.toLowerCase()))

/** Slipway sets these tags on every account. */
export const isManagedTag = (name: string): boolean => names.has(name.trim().toLowerCase())

export function selectedTags(tags: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(tags).filter(([name]) => !isManagedTag(name)))
}
