import { formatDay } from '../../../../format.ts'
import { type Step, Wait } from '../../../../workflows/workflow.ts'
import type { UpdateInput } from '../../updates/apply/input.ts'
import { recordOf } from '../record.ts'

export const waitForGracePeriod: Step<UpdateInput> = {
  name: 'waitForGracePeriod',
  title: 'Wait for the grace period to end',
  timeoutMinutes: Number.POSITIVE_INFINITY,
  async run({ db, input, now }) {
    const { grace_ends_at } = await recordOf(db, input.updateId)
    const remainingMs = grace_ends_at.getTime() - now().getTime()
    return remainingMs > 0
      ? new Wait(`Everything is kept until ${formatDay(grace_ends_at)}. You can undo the decommission until then.`, remainingMs)
      : {}
  },
}
