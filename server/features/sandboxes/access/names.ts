export function sandboxGroupName(sandboxName: string, suffix: string): string {
  return `sbx-${sandboxName}-${suffix}`
}

/** A suffix never contains a dash. */
export function suffixOf(groupName: string): string {
  return groupName.slice(groupName.lastIndexOf('-') + 1)
}
