import type { Servicenow } from '../../../clients/servicenow/servicenow.ts'
import type { AlertGroup } from './alertGroup.ts'

const isSysId = (text: string) => /^[0-9a-f]{32}$/i.test(text)

/**
 * Resolves the incident's configuration item and assignment group. The result has a remark for each of them that ServiceNow doesn't have.
 */
export async function incidentTargetOf(
  servicenow: Servicenow,
  { account_id, configuration_item, assignment_group }: Pick<AlertGroup, 'account_id' | 'configuration_item' | 'assignment_group'>,
): Promise<{ itemSysId: string | undefined; groupSysId: string | undefined; notes: string[] }> {
  const notes: string[] = []
  const configurationItem = configuration_item === null ? undefined : await findItem(configuration_item)
  if (configuration_item !== null && !configurationItem)
    notes.push(
      `The alert names the configuration item “${configuration_item}”, which ServiceNow doesn’t have or has more than once. The incident uses the account’s own item instead.`,
    )
  const group = assignment_group === null ? undefined : await findGroup(assignment_group)
  if (assignment_group !== null && !group)
    notes.push(
      `The alert names the assignment group “${assignment_group}”, which isn’t active in ServiceNow or exists more than once. The incident doesn’t use it.`,
    )
  const item = configurationItem ?? (await servicenow.getByCorrelationId(account_id))
  return { itemSysId: item?.sys_id, groupSysId: group?.sys_id, notes }

  async function findItem(searchedName: string) {
    if (isSysId(searchedName)) return servicenow.getConfigurationItem(searchedName.toLowerCase())
    return onlyMatch(await servicenow.findConfigurationItem(searchedName), searchedName)
  }
  async function findGroup(searchedName: string) {
    if (!isSysId(searchedName)) return onlyMatch(await servicenow.findAssignmentGroup(searchedName), searchedName)
    const assignmentGroup = await servicenow.getAssignmentGroup(searchedName.toLowerCase())
    return assignmentGroup?.active === 'false' ? undefined : assignmentGroup
  }
}

/** Returns the item with exactly this name; undefined if there are several. */
function onlyMatch<T extends { name: string }>(candidates: T[], name: string): T | undefined {
  const exactMatches = candidates.filter((each) => each.name.trim().toLowerCase() === name.trim().toLowerCase())
  return exactMatches.length === 1 ? exactMatches[0] : undefined
}
