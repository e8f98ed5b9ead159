import type { Servicenow } from '../../../clients/servicenow/servicenow.ts'
import type { AlertGroup } from './alertGroup.ts'

const isSysId = (text: string) => /^[0-9a-f]{32}$/i.test(text)

/** Resolves the incident's configuration item and assignment group, with a remark for each one that ServiceNow doesn't have. */
export async function aboutIncident(
  servicenow: Servicenow,
  { account_id, configuration_item, assignment_group }: Pick<AlertGroup, 'account_id' | 'configuration_item' | 'assignment_group'>,
): Promise<{ itemSysId: string | undefined; groupSysId: string | undefined; remarks: string[] }> {
  const remarks: string[] = []
  const wantedItem = configuration_item === null ? undefined : await findItem(configuration_item)
  if (configuration_item !== null && !wantedItem)
    remarks.push(
      `The alert names the configuration item “${configuration_item}”, which ServiceNow doesn’t have or has several times. The incident uses the account’s own item.`,
    )
  const group = assignment_group === null ? undefined : await findGroup(assignment_group)
  if (assignment_group !== null && !group)
    remarks.push(`The alert names the assignment group “${assignment_group}”, which ServiceNow doesn’t have in use or has several times.`)
  const item = wantedItem ?? (await servicenow.getByCorrelationId(account_id))
  return { itemSysId: item?.sys_id, groupSysId: group?.sys_id, remarks }

  async function findItem(wanted: string) {
    if (isSysId(wanted)) return servicenow.getConfigurationItem(wanted.toLowerCase())
    return only(await servicenow.findConfigurationItem(wanted), wanted)
  }
  async function findGroup(wanted: string) {
    if (!isSysId(wanted)) return only(await servicenow.findAssignmentGroup(wanted), wanted)
    const found = await servicenow.getAssignmentGroup(wanted.toLowerCase())
    return found?.active === 'false' ? undefined : found
  }
}

/** The only item with exactly this name; undefined if there are several. */
function only<T extends { name: string }>(found: T[], name: string): T | undefined {
  const exact = found.filter((each) => each.name.trim().toLowerCase() === name.trim().toLowerCase())
  return exact.length === 1 ? exact[0] : undefined
}
