import type { CallResult } from '../../../api/client.ts'

export interface PassportProps {
  account: CallResult<'getAccount'>
  onOwners: () => void
  onEdit: () => void
  /** What administrators alone write down, such as the subscription of a record kept by hand. */
  onRecord: () => void
}
