import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { opensSignIn } from './opensSignIn.ts'

const servers: Server[] = []
afterAll(() => Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve)))))

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const redirectTo = (location: string) =>
  listen(({ url }, response) => (url === '/auth/login' ? response.writeHead(303, { location }).end() : response.end('signed out')))

it('tells whether the sign-in page of the provider opens', async () => {
  const provider = await listen((_, response) => response.end('sign in'))
  const failing = await listen((_, response) => response.writeHead(500).end())
  expect(await opensSignIn(await redirectTo(`${provider}/authorize`))).toBe(true)
  expect(await opensSignIn(await redirectTo(`${failing}/authorize`))).toBe(false)
  expect(await opensSignIn(await redirectTo('/app/signed-out?reason=unreachable'))).toBe(false)
  expect(await opensSignIn('http://127.0.0.1:1')).toBe(false)
})
