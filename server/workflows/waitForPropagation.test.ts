import { describe, expect, it } from 'vitest'
import { ExternalError } from '../clients/externalError.ts'
import { waitForPropagation } from './waitForPropagation.ts'
import { Wait } from './workflow.ts'

const externalError = (code: string, retryAfterMs?: number) =>
  new ExternalError({ service: 'Azure', code, message: 'No.', retryable: false, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) })

describe('waitForPropagation', () => {
  it.each([
    ['when the service says when', 20_000, 20_000],
    ['when the runner chooses', undefined, undefined],
    ['when the runner chooses, if the service says immediately', 0, undefined],
  ])('polls again for an unknown resource %s', async (_, retryAfterMs, afterMs) => {
    const wait = await waitForPropagation('Tagging', () => Promise.reject(externalError('SubscriptionNotFound', retryAfterMs)))
    expect(wait).toBeInstanceOf(Wait)
    expect((wait as Wait).afterMs).toBe(afterMs)
  })

  it('throws errors that have a different cause', async () => {
    await expect(waitForPropagation('Tagging', () => Promise.reject(externalError('Forbidden')))).rejects.toMatchObject({
      code: 'Forbidden',
    })
  })
})
