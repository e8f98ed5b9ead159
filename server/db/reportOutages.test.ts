import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { outageTexts, reportOutages } from './reportOutages.ts'

const lost = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })

function reporter(options: { quietMs?: number } = {}) {
  const lines: { level: string; details: Record<string, unknown>; text: string }[] = []
  const recordLine = (level: string) => (details: object, text: string) => void lines.push({ level, details: details as never, text })
  const log = { warn: recordLine('warn'), info: recordLine('info'), debug: recordLine('debug') }
  const shown = () => lines.filter(({ level }) => level !== 'debug')
  return { lines, shown, ...reportOutages(log, { component: 'polling', text: 'couldn’t poll', ...options }) }
}

it('logs one outage as two lines, with its duration and number of failures', () => {
  const polling = reporter()
  polling.worked()
  for (let n = 0; n < 20; n++) polling.failed(n % 2 ? lost : new AggregateError([lost, lost]))
  polling.worked()
  polling.worked()
  expect(polling.shown()).toMatchObject([
    { level: 'warn', details: { component: 'polling', err: expect.anything() } },
    { level: 'info', details: { component: 'polling', seconds: expect.any(Number), failures: 20 }, text: outageTexts.back },
  ])
  expect(polling.lines.filter(({ level }) => level === 'debug').length).toBe(20)
})

it('logs every other error', () => {
  const polling = reporter()
  for (let n = 0; n < 3; n++) polling.failed(new Error('a mistake'))
  expect(polling.shown().map(({ text }) => text)).toEqual(Array(3).fill('couldn’t poll'))
})

it('ends an outage after a time without failures if success isn’t reported', async () => {
  const polling = reporter({ quietMs: 50 })
  polling.failed(lost)
  await delay(20)
  polling.failed(lost)
  await delay(200)
  polling.failed(lost)
  expect(polling.shown().map(({ level }) => level)).toEqual(['warn', 'info', 'warn'])
})
