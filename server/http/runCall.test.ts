import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { until } from '../../test/until.ts'
import { Failure } from '../errors.ts'
import { reply, replyStream } from './operation.ts'
import { runCall } from './runCall.ts'

/** Counts the calls that have a slot. */
function createTurnCounter() {
  let activeCount = 0
  async function runInTurn<T>(callback: () => Promise<T>): Promise<T> {
    activeCount++
    return callback().finally(() => activeCount--)
  }
  return { runInTurn, taken: () => activeCount }
}

it('frees the slot when the response is sent', async () => {
  const { runInTurn, taken: getActiveCount } = createTurnCounter()
  expect(await runCall(runInTurn, async () => reply(200, 'read'))).toMatchObject({ body: 'read' })
  await until(() => getActiveCount() === 0)
})

it.each([
  ['is read', async (stream: Readable) => void (await stream.toArray())],
  ['is destroyed', async (stream: Readable) => void stream.destroy()],
  ['fails', async (stream: Readable) => void stream.once('error', () => {}).destroy(new Error('broken'))],
])('uses the slot of a stream until it %s', async (_how, end) => {
  const { runInTurn, taken: getActiveCount } = createTurnCounter()
  const stream = Readable.from(['one', 'two'])
  await runCall(runInTurn, async () => replyStream(200, stream, {}))
  expect(getActiveCount()).toBe(1)
  await end(stream)
  await until(() => getActiveCount() === 0)
})

it('rejects with the error of the call, or with overloaded if it doesn’t get a slot', async () => {
  const { runInTurn, taken: getActiveCount } = createTurnCounter()
  await expect(runCall(runInTurn, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(getActiveCount()).toBe(0)
  const refuse = () => Promise.reject(new Failure('overloaded', 'busy'))
  await expect(runCall(refuse, async () => reply(200, ''))).rejects.toMatchObject({ code: 'overloaded' })
})
