import type { ConfigurationItem as Item } from '../../../clients/servicenow/servicenow.ts'
import type { AssignmentGroup as Group } from '../../../clients/servicenow/servicenowPeople.ts'
import type { AssignmentGroup, ConfigurationItem } from './schemas.ts'

const operational: Record<string, ConfigurationItem['status']> = { 1: 'operational', 2: 'nonOperational', 6: 'retired' }

export function presentItem(item: Item): ConfigurationItem {
  return {
    sysId: item.sys_id,
    name: item.name,
    className: item.sys_class_name || null,
    description: item.short_description ?? '',
    status: operational[item.operational_status ?? ''] ?? 'unknown',
    supportGroup: item.support_group ? { sysId: item.support_group, name: item['support_group.name'] || null } : null,
  }
}

export function presentGroup(group: Group): AssignmentGroup {
  return {
    sysId: group.sys_id,
    name: group.name,
    description: group.description ?? '',
    email: group.email || null,
    active: group.active !== 'false',
  }
}
