import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Exchange } from '../simulator/core/exchangeLog.ts'

export interface WireViolation {
  operationId: string
  method: string
  path: string
  apiVersion: string
  status: number
  part: 'request' | 'response'
  code: string
  message: string
  at: string[]
}

export interface WireValidation {
  validated: number
  /** No available specification describes the operation or api-version of these exchanges. */
  notValidated: Exchange[]
  violations: WireViolation[]
}

export interface WireValidator {
  validator(exchanges: Exchange[]): Promise<WireValidation>
}

/** Azure’s own specifications, which are reference data outside the repository. */
const specifications = fileURLToPath(new URL('../../shared/wire/specs', import.meta.url))

let validator: Promise<WireValidator | undefined> | undefined

/** Validates with the vendor’s tool `oav` and Azure’s specifications; undefined if they are absent. */
export function wireValidator(): Promise<WireValidator | undefined> {
  validator ??= existsSync(specifications) ? loadValidator() : Promise.resolve(warnMissing())
  return validator
}

function warnMissing(): undefined {
  console.warn(`Azure’s specifications are not at ${specifications}, so exchanges are not validated.`)
}

async function loadValidator(): Promise<WireValidator> {
  const { LiveValidator } = await import('oav')
  const options = {
    directory: specifications,
    swaggerPathsPattern: ['specification/**/*.json'],
    excludedSwaggerPathsPattern: ['**/examples/**'],
    git: { shouldClone: false },
    // Validators are compiled when they are used. Compiling all of them takes more time than many test files.
    loadValidatorInBackground: false,
  }
  // The logger would print every unknown operation. Unknown operations are counted anyway.
  const validator = new LiveValidator(options, () => {})
  await withoutOutput(() => validator.initialize())

  return {
    async validator(exchanges) {
      const verdict: WireValidation = { validated: 0, notValidated: [], violations: [] }
      for (const exchange of exchanges) {
        const { requestValidationResult, responseValidationResult } = await withoutOutput(() =>
          validator.validateLiveRequestResponse(oavPair(exchange)),
        )
        const exceptions = [requestValidationResult.runtimeException, responseValidationResult.runtimeException].filter(
          (each) => each !== undefined,
        )
        const unvalidatedException = exceptions.find((each) => notValidatedPaths.has(each.code))
        if (unvalidatedException) {
          verdict.notValidated.push(exchange)
          continue
        }
        if (exceptions[0])
          throw new Error(`oav failed on ${exchange.method} ${exchange.path}: ${exceptions[0].code} ${exceptions[0].message}`)
        verdict.validated++
        for (const [part, result] of [
          ['request', requestValidationResult],
          ['response', responseValidationResult],
        ] as const) {
          for (const { code, message, pathsInPayload } of result.errors) {
            const violation: WireViolation = {
              operationId: result.operationInfo.operationId,
              method: exchange.method,
              path: exchange.path,
              apiVersion: exchange.query['api-version'] ?? '',
              status: exchange.status,
              part,
              code,
              message,
              at: pathsInPayload,
            }
            if (!isKnownDeviation(violation)) verdict.violations.push(violation)
          }
        }
      }
      return verdict
    },
  }
}

async function withoutOutput<T>(callback: () => Promise<T>): Promise<T> {
  const { error } = console
  console.error = (...parts: unknown[]) => (parts.length === 1 && parts[0] === 'error' ? undefined : error(...parts))
  try {
    return await callback()
  } finally {
    console.error = error
  }
}

const notValidatedPaths = new Set([
  'OPERATION_NOT_FOUND_IN_CACHE',
  'OPERATION_NOT_FOUND_IN_CACHE_WITH_PROVIDER',
  'OPERATION_NOT_FOUND_IN_CACHE_WITH_API',
  'OPERATION_NOT_FOUND_IN_CACHE_WITH_VERB',
])

function oavPair({ method, path, query, requestHeaders, requestBody, status, responseHeaders, responseBody }: Exchange) {
  return {
    liveRequest: {
      method,
      url: `https://management.azure.com${path}?${new URLSearchParams(query)}`,
      headers: requestHeaders,
      query,
      ...(requestBody === undefined ? {} : { body: requestBody as Record<string, unknown> }),
    },
    liveResponse: {
      statusCode: String(status),
      headers: responseHeaders,
      ...(responseBody === undefined ? {} : { body: responseBody as Record<string, unknown> }),
    },
  }
}

/** Known differences between the real service and its specification, all of them from recorded traffic. */
const knownDeviations: ((violation: WireViolation) => boolean)[] = [
  // The lists omit nextLink on the last page, although it is “required”.
  ({ operationId, message }) => /^(Subscriptions|Tenants)_List$/.test(operationId) && message.includes('nextLink'),
  ({ operationId, at }) =>
    operationId.startsWith('ManagementGroupSubscriptions_') &&
    at.some((location) => location.includes('parent/name') || location.includes('parent.name')),
  // The Location of a deletion, which returns 202 or 200 without a body, has no operation in the specification and is mistaken for a
  // resource.
  ({ operationId, path }) => operationId === 'Resources_GetById' && /\/operationresults\//i.test(path),
  // Error details of Resource Graph have line and position as integers.
  ({ path, status, code }) => path.toLowerCase().includes('microsoft.resourcegraph') && status === 400 && code === 'INVALID_TYPE',
  // The specification’s example says ServerVulnerability; its discriminator value has a longer name.
  ({ operationId, code, message }) =>
    operationId.startsWith('SubAssessments_') && code === 'DISCRIMINATOR_VALUE_NOT_FOUND' && message.includes('"ServerVulnerability"'),
  // A new budget has no spend yet, which it reports as null.
  ({ operationId, status, at }) =>
    operationId === 'Budgets_CreateOrUpdate' && status === 201 && at.every((location) => location.includes('currentSpend')),
  // Resource groups are deleted with bare 202s: empty body, no content type.
  ({ operationId, status, code }) => operationId === 'ResourceGroups_Delete' && status === 202 && code === 'INVALID_CONTENT_TYPE',
]

function isKnownDeviation(violation: WireViolation): boolean {
  return knownDeviations.some((matches) => matches(violation))
}
