import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { until } from '../../test/until.ts'
import { Failure } from '../errors.ts'
import { reply, replyStream } from './operation.ts'
import { runCall } from './runCall.ts'

/** Counts the calls that have a place. */
function countingTurns() {
  let taken = 0
  async function runInTurn<T>(work: () => Promise<T>): Promise<T> {
    taken++
    return work().finally(() => taken--)
  }
  return { runInTurn, taken: () => taken }
}

it('frees the place with the answer', async () => {
  const { runInTurn, taken } = countingTurns()
  expect(await runCall(runInTurn, async () => reply(200, 'read'))).toMatchObject({ body: 'read' })
  await until(() => taken() === 0)
})

it.each([
  ['is read', async (stream: Readable) => void (await stream.toArray())],
  ['is destroyed', async (stream: Readable) => void stream.destroy()],
  ['fails', async (stream: Readable) => void stream.once('error', () => {}).destroy(new Error('broken'))],
])('keeps the place of a stream until it %s', async (_how, end) => {
  const { runInTurn, taken } = countingTurns()
  const stream = Readable.from(['one', 'two'])
  await runCall(runInTurn, async () => replyStream(200, stream, {}))
  expect(taken()).toBe(1)
  await end(stream)
  await until(() => taken() === 0)
})

it('rejects with the call’s failure, and with a refusal', async () => {
  const { runInTurn, taken } = countingTurns()
  await expect(runCall(runInTurn, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(taken()).toBe(0)
  const refuse = () => Promise.reject(new Failure('overloaded', 'busy'))
  await expect(runCall(refuse, async () => reply(200, ''))).rejects.toMatchObject({ code: 'overloaded' })
})
