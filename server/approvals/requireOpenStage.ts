import { Failure } from '../http/errors.ts'

/**
 * What is decided, covered or passed on is the stage that people were shown, while it is open.
 * @throws alreadyDecided
 */
export function requireOpenStage(approval: { status: string; stage: number }, shown: number): void {
  const reload = 'Reload to see where the request stands.'
  // A request that was changed gets a new approval, and the former one is cancelled.
  if (approval.status === 'cancelled')
    throw new Failure('alreadyDecided', `This approval no longer applies: the request was changed or withdrawn. ${reload}`)
  if (approval.status !== 'pending') throw new Failure('alreadyDecided', `This is ${approval.status.replace('_', ' ')} already. ${reload}`)
  if (approval.stage === shown) return
  throw new Failure('alreadyDecided', `This stage ${shown < approval.stage ? 'has been decided already' : 'is not open yet'}. ${reload}`)
}
