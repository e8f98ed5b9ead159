import type { UpdateKind } from '../../../db/tables.ts'
import type { Workflow } from '../../../workflows/workflow.ts'
import { changeDetails } from './carry-out/changeDetails.ts'
import { changeServices } from './carry-out/changeServices.ts'
import type { UpdateInput } from './carry-out/input.ts'

/** Each kind of update has a workflow. Decommission, a feature that depends on this one, adds its own when it is loaded. */
export const updateWorkflows: Partial<Record<UpdateKind, Workflow<UpdateInput>>> = {
  catalogue: changeServices,
  details: changeDetails,
}
