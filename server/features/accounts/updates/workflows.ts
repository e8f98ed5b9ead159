import type { UpdateKind } from '../../../db/tables.ts'
import type { Workflow } from '../../../workflows/workflow.ts'
import { changeDetails } from './apply/changeDetails.ts'
import { changeServices } from './apply/changeServices.ts'
import type { UpdateInput } from './apply/input.ts'

/**
 * The workflow of each kind of update. Decommission is a feature that depends on this one, so it adds its own workflow when it is loaded.
 */
export const updateWorkflows: Partial<Record<UpdateKind, Workflow<UpdateInput>>> = {
  catalogue: changeServices,
  details: changeDetails,
}
