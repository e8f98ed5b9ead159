import { describe, expect, it } from 'vitest'
import { type Part, stopInOrder } from './stopInOrder.ts'

const never = () => new Promise<never>(() => {})
const options = { maxMs: 60_000, onError: () => {} }

describe('stopInOrder', () => {
  it('stops one part after the other, and reports nothing if all have ended', async () => {
    const events: string[] = []
    const part = (name: string): Part => ({
      name,
      async stop() {
        events.push(`${name} stops`)
        await Promise.resolve()
        events.push(`${name} ended`)
      },
      running: () => [],
    })
    expect(await stopInOrder([part('first'), part('second')], options)).toEqual([])
    expect(events).toEqual(['first stops', 'first ended', 'second stops', 'second ended'])
  })

  it('stops waiting for a part at its limit, ends it, and returns what it was doing', async () => {
    const events: string[] = []
    const stuckPart: Part = {
      name: 'requests',
      stop: never,
      maxMs: 20,
      running: () => (events.includes('cut') ? [] : ['listTowers', 'page']),
      cut: () => void events.push('cut'),
    }
    const nextPart: Part = { name: 'jobs', stop: async () => void events.push('next stops') }
    expect(await stopInOrder([stuckPart, nextPart], options)).toEqual(['requests: listTowers, page'])
    expect(events).toEqual(['cut', 'next stops'])
  })

  it('returns a part that has stopped but still runs something', async () => {
    const part: Part = { name: 'jobs', stop: () => Promise.resolve(), running: () => ['work 1'] }
    expect(await stopInOrder([part], options)).toEqual(['jobs: work 1'])
  })

  it('doesn’t stop more parts after the limit of the whole stop', async () => {
    const events: string[] = []
    const parts: Part[] = [
      { name: 'slow', stop: never, maxMs: 60_000 },
      { name: 'last', stop: async () => void events.push('last stops') },
    ]
    expect(await stopInOrder(parts, { ...options, maxMs: 20 })).toEqual(['slow', 'last'])
    expect(events).toEqual([])
  })

  it('reports a part that fails, and stops the others', async () => {
    const events: unknown[] = []
    const problem = new Error('no')
    const parts: Part[] = [
      { name: 'broken', stop: () => Promise.reject(problem) },
      { name: 'other', stop: async () => void events.push('other stops') },
    ]
    const onError = (part: string, error: unknown) => void events.push([part, error])
    expect(await stopInOrder(parts, { maxMs: 60_000, onError })).toEqual(['broken'])
    expect(events).toEqual([['broken', problem], 'other stops'])
  })
})
