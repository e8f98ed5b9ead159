import { isNotPropagatedYet } from '../clients/arm/notPropagatedYet.ts'
import { missingPermissionHint } from '../clients/missingPermission.ts'
import { Wait } from './workflow.ts'

/** Azure can report a new subscription or group as unknown or forbidden until it is replicated. Such a response is not a failure. */
export async function waitForPropagation<T>(operationLabel: string, call: () => Promise<T>): Promise<T | Wait> {
  try {
    return await call()
  } catch (error) {
    if (isNotPropagatedYet(error))
      return new Wait(
        `${operationLabel}: waiting for Azure to finish replicating the new resource.${missingPermissionHint(error.missing)}`,
        error.retryAfterMs || undefined,
      )
    throw error
  }
}
