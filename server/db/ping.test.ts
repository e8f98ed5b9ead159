import { expect, it } from 'vitest'
import { openFakePostgres } from '../../test/fakePostgres.ts'
import { openPing } from './ping.ts'

it('rejects while the database rejects connections or doesn’t respond, and resolves when it responds', async () => {
  const state = { answer: '57P03' }
  const server = await openFakePostgres(state)
  const { ping, close } = openPing(server.url)
  await expect(ping()).rejects.toThrow()
  state.answer = 'silent'
  await expect(ping()).rejects.toThrow()
  state.answer = 'standby'
  await ping()
  state.answer = 'silent'
  await expect(ping()).rejects.toThrow()
  state.answer = 'standby'
  await ping()
  await close()
  server.close()
})
