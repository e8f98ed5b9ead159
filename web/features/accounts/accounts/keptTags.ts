const kept = ['costCentre', 'environment', 'criticality', 'dataClassification', 'managedBy', 'slipwayRequest']
const names = new Set(kept.map((name) => name.toLowerCase()))

/** Whether Slipway writes the tag of this name on every account itself. */
export const isKeptTag = (name: string): boolean => names.has(name.trim().toLowerCase())

/** The tags that are for people to choose. */
export function chosenTags(tags: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(tags).filter(([name]) => !isKeptTag(name)))
}
