import type { lookup } from 'node:dns'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logger } from '../../http/logger.ts'
import { isPrivateAddress } from '../privateAddress.ts'
import { createWebhooks } from './webhooks.ts'

let internalServer: Server
let reachedCount = 0
const port = () => (internalServer.address() as AddressInfo).port
beforeAll(async () => {
  internalServer = createServer((socket) => {
    reachedCount++
    socket.destroy()
  })
  await new Promise<void>((resolve) => internalServer.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => internalServer.close(resolve)))

const log = logger('silent')
const webhooks = createWebhooks({ allow: [], logger: log })
const resolverReturning = (...addresses: string[]) =>
  ((_name: string, _options: object, callback: (error: null, matches: { address: string; family: number }[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as typeof lookup
const errorOf = (post: Promise<unknown>) =>
  post.then(
    () => 'sent',
    ({ code }: { code: string }) => code,
  )

describe('an internal address (CVE-2026-24048, GHSA-hw4x-mcx5-9q36, CVE-2020-10770)', () => {
  it.each([
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:169.254.169.254]/',
    'https://[::ffff:7f00:1]/',
    'https://[::1]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://0/',
    'https://10.1.2.3/',
    'https://172.31.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://localhost/',
    'https://api.localhost./',
    'http://hooks.example/',
    'https://user:password@hooks.example/',
    'https://hooks.example/#fragment',
    'ftp://hooks.example/',
    'file:///etc/passwd',
    'hooks.example',
  ])('is rejected before any call: %s', async (url) => {
    expect(webhooks.problemOf(url)).toBeTruthy()
    expect(await errorOf(webhooks.post({ name: 'x', url, body: {} }))).toBe('insideAddress')
  })

  it('is rejected when the connection is made, if a name resolves to it', async () => {
    for (const addresses of [['127.0.0.1'], ['::ffff:127.0.0.1'], ['93.184.215.14', '127.0.0.1'], ['169.254.169.254'], []]) {
      const reachableWebhooks = createWebhooks({ allow: [], logger: log, lookup: resolverReturning(...addresses) })
      expect(reachableWebhooks.problemOf(`https://hooks.example:${port()}/x`)).toBeUndefined()
      expect(await errorOf(reachableWebhooks.post({ name: 'x', url: `https://hooks.example:${port()}/x`, body: {} }))).toBe('insideAddress')
    }
    expect(reachedCount).toBe(0)
  })

  it('can be called if the configuration names it, but only at the configured port', async () => {
    const reachableWebhooks = createWebhooks({ allow: [`127.0.0.1:${port()}`, 'relay.internal'], logger: log })
    expect(await errorOf(reachableWebhooks.post({ name: 'x', url: `https://127.0.0.1:${port()}/x`, body: {} }))).not.toBe('insideAddress')
    expect(reachedCount).toBe(1)
    expect(reachableWebhooks.problemOf('https://127.0.0.1/x')).toBeTruthy()
    expect(reachableWebhooks.problemOf('https://relay.internal:8443/x')).toBeUndefined()
  })

  it('is logged without the path of its URL, which is a credential', async () => {
    const lines: string[] = []
    const note = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }))
    const reachableWebhooks = createWebhooks({ allow: [`127.0.0.1:${port()}`], logger: { debug: note, info: note, warn: note } })
    const error = await reachableWebhooks
      .post({ name: 'Ops', url: `https://127.0.0.1:${port()}/services/canaryOfThePath`, body: {} })
      .catch(String)
    expect(lines.length).toBeGreaterThan(0)
    expect(`${error} ${lines.join()}`).not.toContain('canaryOfThePath')
  })
})

it.each([
  ['8.8.8.8', false],
  ['2606:4700::1111', false],
  ['::ffff:8.8.8.8', true],
  ['2001:db8::1', true],
  ['255.255.255.255', true],
  ['224.0.0.1', true],
  ['not an address', true],
])('treats %s as internal: %s', (address, isPrivate) => {
  expect(isPrivateAddress(address)).toBe(isPrivate)
})
