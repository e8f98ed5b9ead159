import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { until } from '../../test/until.ts'
import { Failure } from '../errors.ts'
import { reply, replyFile } from './operation.ts'
import { runCall } from './runCall.ts'

function createCallCounter() {
  let activeCount = 0
  async function runQueued<T>(callback: () => Promise<T>): Promise<T> {
    activeCount++
    return callback().finally(() => activeCount--)
  }
  return { runQueued, taken: () => activeCount }
}

it('frees the slot when the response is sent', async () => {
  const { runQueued, taken: getActiveCount } = createCallCounter()
  expect(await runCall(runQueued, async () => reply(200, 'read'))).toMatchObject({ body: 'read' })
  await until(() => getActiveCount() === 0)
})

it.each([
  ['is read', async (stream: Readable) => void (await stream.toArray())],
  ['is destroyed', async (stream: Readable) => void stream.destroy()],
  ['fails', async (stream: Readable) => void stream.once('error', () => {}).destroy(new Error('broken'))],
])('uses the slot of a stream until it %s', async (_how, end) => {
  const { runQueued, taken: getActiveCount } = createCallCounter()
  const stream = Readable.from(['one', 'two'])
  await runCall(runQueued, async () => replyFile('export.csv', stream))
  expect(getActiveCount()).toBe(1)
  await end(stream)
  await until(() => getActiveCount() === 0)
})

it('rejects with the error of the call, or with overloaded if it doesn’t get a slot', async () => {
  const { runQueued, taken: getActiveCount } = createCallCounter()
  await expect(runCall(runQueued, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(getActiveCount()).toBe(0)
  const failAsOverloaded = () => Promise.reject(new Failure('overloaded', 'busy'))
  await expect(runCall(failAsOverloaded, async () => reply(200, ''))).rejects.toMatchObject({ code: 'overloaded' })
})
