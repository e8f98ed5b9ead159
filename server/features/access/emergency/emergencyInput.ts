import type { EmergencyRow } from './queries.ts'

export function emergencyInput(row: EmergencyRow): EmergencyInput {
  return {
    id: row.id,
    reference: row.reference,
    accountId: row.account_id,
    accountName: row.account_name,
    subscriptionId: row.subscription_id ?? '',
    personId: row.person_id,
    personName: row.person.displayName,
    roleDefinitionId: row.role_definition_id,
    roleName: row.role_name,
    minutes: row.minutes,
    reason: row.reason,
    assignmentName: row.assignment_name,
  }
}

export interface EmergencyInput {
  id: string
  reference: string
  accountId: string
  accountName: string
  subscriptionId: string
  personId: string
  personName: string
  roleDefinitionId: string
  roleName: string
  minutes: number
  reason: string
  assignmentName: string
}
