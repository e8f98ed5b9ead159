import { endDelegation } from './endDelegation.ts'
import { endDelegationFor } from './endDelegationFor.ts'
import { getMyCalendar } from './getMyCalendar.ts'
import { listAbsences } from './listAbsences.ts'
import { listCurrentDelegations } from './listCurrentDelegations.ts'
import { listDelegations } from './listDelegations.ts'
import { listMyDelegations } from './listMyDelegations.ts'
import { previewDelegation } from './previewDelegation.ts'
import { setDelegation } from './setDelegation.ts'
import { setDelegationFor } from './setDelegationFor.ts'
import { updateDelegation } from './updateDelegation.ts'

export const delegationOperations = [
  setDelegation,
  previewDelegation,
  listMyDelegations,
  updateDelegation,
  endDelegation,
  setDelegationFor,
  listDelegations,
  listAbsences,
  endDelegationFor,
  getMyCalendar,
  listCurrentDelegations,
]
