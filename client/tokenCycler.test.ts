import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AccessToken, createTokenCycler, type TokenRequest } from './tokenCycler.ts'

const hourMs = 3_600_000
const unhandled: unknown[] = []
const onUnhandled = (error: unknown) => unhandled.push(error)

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-01T09:00:00Z') })
  unhandled.length = 0
  process.on('unhandledRejection', onUnhandled)
})
afterEach(() => {
  vi.useRealTimers()
  process.off('unhandledRejection', onUnhandled)
  expect(unhandled).toEqual([])
})

function issuer() {
  const requests: TokenRequest[] = []
  let response: (n: number) => Promise<AccessToken | null> = async (n) => ({ token: `t${n}`, expiresOnTimestamp: Date.now() + hourMs })
  return {
    requests,
    answerWith(next: typeof response) {
      response = next
    },
    getToken: (request: TokenRequest) => {
      requests.push(request)
      return response(requests.length)
    },
  }
}

describe('refresh', () => {
  it('keeps a token until 2 minutes before its expiry', async () => {
    const { getToken, requests } = issuer()
    const tokens = createTokenCycler(getToken)
    expect((await tokens.current()).token).toBe('t1')
    await vi.advanceTimersByTimeAsync(hourMs - 120_001)
    expect((await tokens.current()).token).toBe('t1')
    expect(requests).toHaveLength(1)
  })

  it('renews from 2 minutes before expiry in the background and returns the old token meanwhile', async () => {
    const { getToken, requests } = issuer()
    const tokens = createTokenCycler(getToken)
    await tokens.current()
    await vi.advanceTimersByTimeAsync(hourMs - 120_000)
    expect((await tokens.current()).token).toBe('t1')
    expect(requests).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(0)
    expect((await tokens.current()).token).toBe('t2')
    expect(requests).toHaveLength(2)
  })

  it('renews earlier when the issuer recommends it', async () => {
    const { getToken, requests, answerWith } = issuer()
    answerWith(async (n) => ({ token: `t${n}`, expiresOnTimestamp: Date.now() + hourMs, refreshAfterTimestamp: Date.now() + hourMs / 2 }))
    const tokens = createTokenCycler(getToken)
    await tokens.current()
    await vi.advanceTimersByTimeAsync(hourMs / 2)
    expect((await tokens.current()).token).toBe('t1')
    expect(requests).toHaveLength(2)
  })

  it.each([
    { before: 1_001, waits: false },
    { before: 1_000, waits: true },
  ])('makes callers wait for it $before ms before expiry: $waits', async ({ before, waits }) => {
    const { getToken } = issuer()
    const tokens = createTokenCycler(getToken)
    await tokens.current()
    await vi.advanceTimersByTimeAsync(hourMs - before)
    expect((await tokens.current()).token).toBe(waits ? 't2' : 't1')
  })

  it('calls the issuer once for any number of callers', async () => {
    const { getToken, requests } = issuer()
    const tokens = createTokenCycler(getToken)
    const currentTokens = await Promise.all(Array.from({ length: 50 }, () => tokens.current()))
    expect(new Set(currentTokens.map(({ token }) => token))).toEqual(new Set(['t1']))
    expect(requests).toHaveLength(1)
  })
})

describe('a failing issuer', () => {
  it('is called again every 3 seconds until the old token expires, and then makes calls throw', async () => {
    const { getToken, requests, answerWith } = issuer()
    const tokens = createTokenCycler(getToken)
    await tokens.current()
    await vi.advanceTimersByTimeAsync(hourMs - 7_000)
    answerWith(async (n) => {
      if (n % 2) return null
      throw new Error('The issuer is down.')
    })
    expect((await tokens.current()).token).toBe('t1')
    expect(requests).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(2_999)
    expect(requests).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(requests).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(requests).toHaveLength(4)
    const pendingPromise = expect(tokens.current()).rejects.toThrow(Error)
    await vi.advanceTimersByTimeAsync(3_000)
    await pendingPromise
    expect(requests).toHaveLength(5)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requests).toHaveLength(5)
  })

  it('returns the old token without an error while the issuer is down, until it recovers', async () => {
    const { getToken, answerWith } = issuer()
    const tokens = createTokenCycler(getToken)
    await tokens.current()
    await vi.advanceTimersByTimeAsync(hourMs - 60_000)
    answerWith(async (n) => {
      if (n < 5) throw new Error('The issuer is down.')
      return { token: `t${n}`, expiresOnTimestamp: Date.now() + hourMs }
    })
    for (let second = 0; second < 12; second++) {
      expect((await tokens.current()).token).toMatch(/^t[15]$/)
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect((await tokens.current()).token).toBe('t5')
  })

  it('makes the first caller fail immediately, and is called again for the next caller', async () => {
    const { getToken, answerWith } = issuer()
    answerWith(async (n) => {
      if (n === 1) throw new Error('The issuer is down.')
      return { token: `t${n}`, expiresOnTimestamp: Date.now() + hourMs }
    })
    const tokens = createTokenCycler(getToken)
    await expect(tokens.current()).rejects.toThrow('The issuer is down.')
    expect((await tokens.current()).token).toBe('t2')
  })

  it('doesn’t leave an unhandled rejection when it fails in the background', async () => {
    const { getToken, answerWith } = issuer()
    const tokens = createTokenCycler(getToken)
    await tokens.current()
    await vi.advanceTimersByTimeAsync(hourMs - 60_000)
    answerWith(async () => {
      throw new Error('The issuer is down.')
    })
    await tokens.current()
    await vi.advanceTimersByTimeAsync(120_000)
    vi.useRealTimers()
    await new Promise((resolve) => setImmediate(resolve))
    expect(unhandled).toEqual([])
  })
})

describe('a refresh with claims', () => {
  it('fetches one token for all callers who got the challenge with the same token', async () => {
    const { getToken, requests } = issuer()
    const tokens = createTokenCycler(getToken)
    await tokens.current()
    const concurrentResults = await Promise.all([tokens.forClaims('{"a":1}', 't1'), tokens.forClaims('{"a":1}', 't1')])
    const lateToken = await tokens.forClaims('{"a":1}', 't1')
    expect([...concurrentResults, lateToken].map(({ token }) => token)).toEqual(['t2', 't2', 't2'])
    expect(requests).toEqual([{}, { claims: '{"a":1}' }])
    expect((await tokens.current()).token).toBe('t2')
  })

  it('starts although a refresh without claims is running, and keeps the token with the claims', async () => {
    const { getToken, requests, answerWith } = issuer()
    const tokens = createTokenCycler(getToken)
    await tokens.current()
    await vi.advanceTimersByTimeAsync(hourMs - 60_000)
    const ends: ((token: AccessToken) => void)[] = []
    answerWith(() => new Promise((resolve) => ends.push(resolve)))
    expect((await tokens.current()).token).toBe('t1')
    const challengedToken = tokens.forClaims('{"a":1}', 't1')
    expect(requests.slice(1)).toEqual([{}, { claims: '{"a":1}' }])
    ends[1]!({ token: 'with claims', expiresOnTimestamp: Date.now() + hourMs })
    expect((await challengedToken).token).toBe('with claims')
    ends[0]!({ token: 'without', expiresOnTimestamp: Date.now() + hourMs })
    await vi.advanceTimersByTimeAsync(0)
    expect((await tokens.current()).token).toBe('with claims')
  })

  it('fails immediately when the issuer fails, without waiting for the old expiry', async () => {
    const { getToken, answerWith } = issuer()
    const tokens = createTokenCycler(getToken)
    await tokens.current()
    answerWith(async () => {
      throw new Error('The issuer is down.')
    })
    await expect(tokens.forClaims('{"a":1}', 't1')).rejects.toThrow('The issuer is down.')
  })
})
