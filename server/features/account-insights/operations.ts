import { listResourceGroups } from './listResourceGroups.ts'
import { listResources } from './listResources.ts'

export const accountInsightOperations = [listResourceGroups, listResources]
