import { getAccountConfigurationItem } from './getAccountConfigurationItem.ts'
import { getAssignmentGroup } from './getAssignmentGroup.ts'
import { getConfigurationItem } from './getConfigurationItem.ts'
import { listAccountIncidents } from './listAccountIncidents.ts'
import { listOpenAccountIncidents } from './listOpenAccountIncidents.ts'
import { raiseIncident } from './raiseIncident.ts'
import { searchAssignmentGroups } from './searchAssignmentGroups.ts'
import { searchConfigurationItems } from './searchConfigurationItems.ts'

export const incidentOperations = [
  raiseIncident,
  searchConfigurationItems,
  getConfigurationItem,
  searchAssignmentGroups,
  getAssignmentGroup,
  listAccountIncidents,
  listOpenAccountIncidents,
  getAccountConfigurationItem,
]
