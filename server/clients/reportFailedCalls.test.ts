import { expect, it } from 'vitest'
import { ExternalError } from './externalError.ts'
import { failedCallTexts, reportFailedCalls } from './reportFailedCalls.ts'

function reporter() {
  let now = 0
  const lines: Record<string, unknown>[] = []
  const at = (level: string) => (details: object, text: string) => void lines.push({ level, text, ...details })
  const calls = reportFailedCalls({ warn: at('warn'), info: at('info') }, 'Azure', () => now)
  const budget = (id: number) => ({ method: 'PUT', path: `/budgets/${id}` })
  return {
    lines,
    pass: (ms: number) => {
      now += ms
    },
    fail(id: number, status?: number, code = 'unreachable') {
      const error = new ExternalError({ service: 'Azure', code, message: 'No.', retryable: true, ...(status ? { status } : {}) })
      calls.failed({ service: 'Azure', ...budget(id), status, code, reason: 'No.' } as never, error)
    },
    work: (id: number) => calls.worked(budget(id)),
  }
}
const lostText = failedCallTexts.lost

it('logs a rejected call once, with its service, operation, status and reason, and then how often it was rejected', () => {
  const { lines, fail, work } = reporter()
  for (let n = 0; n < 5; n++) fail(1, 403, 'AuthorizationFailed')
  work(2)
  fail(1, 403, 'AuthorizationFailed')
  expect(lines).toEqual([
    {
      level: 'warn',
      text: lostText,
      service: 'Azure',
      method: 'PUT',
      path: '/budgets/1',
      status: 403,
      code: 'AuthorizationFailed',
      reason: 'No.',
    },
  ])
  work(1)
  work(1)
  expect(lines.slice(1)).toMatchObject([
    {
      level: 'info',
      text: failedCallTexts.back,
      service: 'Azure',
      method: 'PUT',
      path: '/budgets/1',
      failures: 6,
      seconds: expect.any(Number),
    },
  ])
})

it('logs an outage of a service once, whatever was called, until the service responds', () => {
  const { lines, fail, work } = reporter()
  fail(1)
  fail(2, 503)
  fail(3, 429)
  work(4)
  fail(5, 500)
  fail(6, 404)
  expect(lines.map(({ level, path, failures }) => [level, path ?? failures])).toEqual([
    ['warn', '/budgets/1'],
    ['info', 3],
    ['warn', '/budgets/5'],
    ['info', 1],
    ['warn', '/budgets/6'],
  ])
})

it('logs a call again that is rejected for another reason, or an hour later', () => {
  const { lines, fail, pass } = reporter()
  fail(1, 403)
  pass(59 * 60_000)
  fail(1, 403)
  pass(59 * 60_000)
  fail(1, 403)
  fail(1, 404)
  pass(61 * 60_000)
  fail(1, 404)
  expect(lines.map(({ status }) => status)).toEqual([403, 404, 404])
})
