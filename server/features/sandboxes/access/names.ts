/** What a group of a sandbox is called: there and in the directory. */
export function sandboxGroupName(sandboxName: string, suffix: string): string {
  return `sbx-${sandboxName}-${suffix}`
}

/** What the template calls the group; a suffix has no dashes. */
export function suffixOf(groupName: string): string {
  return groupName.slice(groupName.lastIndexOf('-') + 1)
}
