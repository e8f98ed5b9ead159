import { hintAtMissing } from '../../../clients/missingPermission.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import { Wait } from '../../../jobs/workflow.ts'

const notKnownYet = new Set(['AuthorizationFailed', 'SubscriptionNotFound', 'PrincipalNotFound', 'SubjectNotFound'])

/** A subscription or group just made is unknown or forbidden here and there for a while; that is no failure. */
export async function onceKnown<T>(what: string, call: () => Promise<T>): Promise<T | Wait> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof OutsideError && (error.status === 404 || notKnownYet.has(error.code)))
      return new Wait(`${what} has to wait until Azure knows everywhere what was just made.${hintAtMissing(error.missing)}`)
    throw error
  }
}
