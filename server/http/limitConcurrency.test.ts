import { expect, it } from 'vitest'
import { limitConcurrency } from './limitConcurrency.ts'

function tasks(run: ReturnType<typeof limitConcurrency>) {
  const startedNames: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  return {
    startedNames,
    start(caller: string, name: string) {
      const end = Promise.withResolvers<void>()
      ends.set(name, end)
      return run(caller, () => {
        startedNames.push(name)
        return end.promise
      })
    },
    async end(name: string, failure?: Error) {
      if (failure) ends.get(name)!.reject(failure)
      else ends.get(name)!.resolve()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

it('starts tasks of other callers while one caller has the maximum number', async () => {
  const { startedNames, start, end } = tasks(limitConcurrency({ total: 3, perCaller: 2, maxWaitingPerCaller: 10 }))
  for (const name of ['a1', 'a2', 'a3', 'a4']) void start('a', name)
  expect(startedNames).toEqual(['a1', 'a2'])
  void start('b', 'b1')
  void start('c', 'c1')
  expect(startedNames).toEqual(['a1', 'a2', 'b1'])
  await end('b1')
  expect(startedNames).toEqual(['a1', 'a2', 'b1', 'c1'])
  await end('a1')
  await end('a2')
  expect(startedNames).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4'])
})

it('continues after a task has failed', async () => {
  const { startedNames, start, end } = tasks(limitConcurrency({ total: 1, perCaller: 1, maxWaitingPerCaller: 1 }))
  const failedPromise = start('a', 'a1')
  const otherPromise = start('b', 'b1')
  await Promise.all([expect(failedPromise).rejects.toThrow('broken'), end('a1', new Error('broken'))])
  expect(startedNames).toEqual(['a1', 'b1'])
  await end('b1')
  await otherPromise
})

it('rejects only a caller with too many waiting tasks', async () => {
  const { startedNames, start, end } = tasks(limitConcurrency({ total: 1, perCaller: 1, maxWaitingPerCaller: 1 }))
  void start('a', 'a1')
  void start('a', 'a2')
  await expect(start('a', 'a3')).rejects.toMatchObject({ code: 'tooManyRequests' })
  void start('b', 'b1')
  for (const name of ['a1', 'a2']) await end(name)
  expect(startedNames).toEqual(['a1', 'a2', 'b1'])
})
