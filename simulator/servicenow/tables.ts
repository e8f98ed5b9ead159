/** Every value is a string, as in ServiceNow; a reference holds a sys_id. */
export type SnowRecord = Record<string, string> & { sys_id: string; sys_class_name: string }

export interface Table {
  /** The table shows rows of these classes; a new row has the first one. */
  classes: readonly string[]
  fields: readonly string[]
  display: string
  writable: boolean
}

const systemFields = ['sys_id', 'sys_class_name', 'sys_created_on', 'sys_created_by', 'sys_updated_on', 'sys_updated_by', 'sys_mod_count']

const configurationItem = [
  ...systemFields,
  'name',
  'short_description',
  'asset_tag',
  'assigned_to',
  'assignment_group',
  'attributes',
  'category',
  'correlation_id',
  'cost_center',
  'discovery_source',
  'environment',
  'install_status',
  'managed_by',
  'operational_status',
  'owned_by',
  'subcategory',
  'support_group',
]

const task = [
  ...systemFields,
  'number',
  'active',
  'assigned_to',
  'assignment_group',
  'business_service',
  'closed_at',
  'cmdb_ci',
  'correlation_display',
  'correlation_id',
  'description',
  'impact',
  'opened_at',
  'opened_by',
  'priority',
  'short_description',
  'state',
  'urgency',
  'work_notes',
]

export const tables: Record<string, Table> = {
  cmdb_ci: {
    classes: ['cmdb_ci', 'cmdb_ci_cloud_service_account', 'cmdb_ci_service'],
    fields: configurationItem,
    display: 'name',
    writable: true,
  },
  cmdb_ci_cloud_service_account: {
    classes: ['cmdb_ci_cloud_service_account'],
    fields: [...configurationItem, 'account_id', 'datacenter_type', 'is_master_account', 'object_id'],
    display: 'name',
    writable: true,
  },
  cmdb_ci_service: {
    classes: ['cmdb_ci_service'],
    fields: [...configurationItem, 'busines_criticality'],
    display: 'name',
    writable: true,
  },
  change_request: {
    classes: ['change_request'],
    fields: [...task, 'approval', 'close_code', 'close_notes', 'end_date', 'requested_by', 'risk', 'start_date', 'type'],
    display: 'number',
    writable: true,
  },
  sc_req_item: {
    classes: ['sc_req_item'],
    fields: [...task, 'approval', 'cat_item', 'request', 'requested_for', 'stage'],
    display: 'number',
    writable: true,
  },
  sc_task: {
    classes: ['sc_task'],
    fields: [...task, 'approval', 'request_item'],
    display: 'number',
    writable: true,
  },
  incident: {
    classes: ['incident'],
    fields: [
      ...systemFields,
      'number',
      'active',
      'assigned_to',
      'assignment_group',
      'business_service',
      'caller_id',
      'category',
      'close_code',
      'close_notes',
      'closed_at',
      'cmdb_ci',
      'comments',
      'contact_type',
      'correlation_display',
      'correlation_id',
      'description',
      'hold_reason',
      'impact',
      'opened_at',
      'opened_by',
      'priority',
      'resolved_at',
      'short_description',
      'state',
      'subcategory',
      'urgency',
      'work_notes',
    ],
    display: 'number',
    writable: true,
  },
  sys_user_group: {
    classes: ['sys_user_group'],
    fields: [...systemFields, 'name', 'active', 'description', 'email', 'manager', 'type'],
    display: 'name',
    writable: false,
  },
  sys_user: {
    classes: ['sys_user'],
    fields: [...systemFields, 'name', 'active', 'email', 'employee_number', 'first_name', 'last_name', 'title', 'user_name'],
    display: 'name',
    writable: false,
  },
}

export const references: Record<string, string> = {
  assigned_to: 'sys_user',
  assignment_group: 'sys_user_group',
  business_service: 'cmdb_ci_service',
  caller_id: 'sys_user',
  cmdb_ci: 'cmdb_ci',
  managed_by: 'sys_user',
  manager: 'sys_user',
  opened_by: 'sys_user',
  owned_by: 'sys_user',
  requested_by: 'sys_user',
  requested_for: 'sys_user',
  support_group: 'sys_user_group',
}

export const choices: Record<string, Record<string, string>> = {
  state: { 1: 'New', 2: 'In Progress', 3: 'On Hold', 6: 'Resolved', 7: 'Closed', 8: 'Canceled' },
  impact: { 1: '1 - High', 2: '2 - Medium', 3: '3 - Low' },
  urgency: { 1: '1 - High', 2: '2 - Medium', 3: '3 - Low' },
  priority: { 1: '1 - Critical', 2: '2 - High', 3: '3 - Moderate', 4: '4 - Low', 5: '5 - Planning' },
  operational_status: { 1: 'Operational', 2: 'Non-Operational', 6: 'Retired' },
  install_status: { 1: 'Installed', 7: 'Retired' },
}
