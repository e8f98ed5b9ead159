import type { UpdateKind } from '../../../db/tables.ts'
import type { Workflow } from '../../../workflows/workflow.ts'
import { retireAccount } from '../decommission/retire/retireAccount.ts'
import { changeDetails } from './carry-out/changeDetails.ts'
import { changeServices } from './carry-out/changeServices.ts'
import type { UpdateInput } from './carry-out/input.ts'

/** What carries an approved update out, by its kind. */
export const updateWorkflows: Partial<Record<UpdateKind, Workflow<UpdateInput>>> = {
  catalogue: changeServices,
  details: changeDetails,
  decommission: retireAccount,
}
