import type { ServerResponse } from 'node:http'
import { Type } from 'typebox'
import { afterEach, describe, expect, it } from 'vitest'
import { startHttpsServer, type TestServer } from '../../client/testServer.ts'
import { fetchAllPages, pages } from './pages.ts'
import { createSend } from './pipeline.ts'

const Item = Type.Object({ id: Type.Number() })
const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function serve(answer: (url: string, body: string, origin: string) => { body: unknown; link?: string }) {
  const calls: string[] = []
  const server: TestServer = await startHttpsServer(async (request, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += chunk
    calls.push(`${request.method} ${request.url} ${body}`.trim())
    const reply = answer(request.url!, body, server.origin)
    response.writeHead(200, { 'content-type': 'application/json', ...(reply.link && { link: reply.link }) }).end(JSON.stringify(reply.body))
  })
  servers.push(server)
  const logger = { debug() {}, info() {}, warn() {} }
  return { calls, send: createSend({ name: 'Azure', endpoint: server.origin, logger }) }
}

const list = { method: 'GET', path: '/list', query: { 'api-version': '1' } } as const

describe('a list of pages', () => {
  it.each(['nextLink', '@odata.nextLink'])('is followed by %s, even after an empty page', async (name) => {
    const { send, calls } = await serve((url, _, origin) => {
      if (url.startsWith('/list')) return { body: { value: [{ id: 1 }], [name]: `${origin}/page2?$skiptoken=a%2Bb` } }
      if (url.startsWith('/page2')) return { body: { value: [], [name]: `${origin}/page3` } }
      return { body: { value: [{ id: 2 }] } }
    })
    expect(await fetchAllPages(send, list, Item)).toEqual([{ id: 1 }, { id: 2 }])
    expect(calls).toEqual(['GET /list?api-version=1', 'GET /page2?$skiptoken=a%2Bb', 'GET /page3'])
  })

  it('is followed by $skipToken in the body, even when the result is not marked as truncated', async () => {
    const { send, calls } = await serve((_, body) =>
      body.includes('"$skipToken"')
        ? { body: { data: [{ id: 2 }], resultTruncated: 'false' } }
        : { body: { data: [{ id: 1 }], resultTruncated: 'false', $skipToken: 'abc' } },
    )
    const query = { method: 'POST', path: '/graph', body: { query: 'resources', options: { $top: 1 } }, idempotent: true } as const
    expect(await fetchAllPages(send, query, Item, { items: 'data' })).toEqual([{ id: 1 }, { id: 2 }])
    expect(calls[1]).toBe('POST /graph {"query":"resources","options":{"$top":1,"$skipToken":"abc"}}')
  })

  it('is followed by a Link header', async () => {
    const { send } = await serve((url) =>
      url.includes('page=2')
        ? { body: [{ id: 2 }], link: '</list?page=1>; rel="prev"' }
        : { body: [{ id: 1 }], link: '</list?page=2>; rel="next", </list?page=9>; rel="last"' },
    )
    expect(await fetchAllPages(send, list, Item)).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('is one page for a plain array', async () => {
    const { send } = await serve(() => ({ body: [{ id: 1 }] }))
    expect(await fetchAllPages(send, list, Item)).toEqual([{ id: 1 }])
  })

  it('is rejected if a link has a different origin', async () => {
    const { send } = await serve(() => ({ body: { value: [], nextLink: 'https://elsewhere.example/list' } }))
    await expect(fetchAllPages(send, list, Item)).rejects.toMatchObject({ code: 'foreignOrigin' })
  })

  it('is rejected if its links form a loop', async () => {
    const { send, calls } = await serve((_, __, origin) => ({ body: { value: [{ id: 1 }], nextLink: `${origin}/list?again` } }))
    await expect(fetchAllPages(send, list, Item)).rejects.toMatchObject({ code: 'pagingLoop' })
    expect(calls).toHaveLength(2)
  })

  it('is limited in length', async () => {
    let n = 0
    const { send } = await serve((_, __, origin) => ({ body: { value: [{ id: n }], nextLink: `${origin}/list?${++n}` } }))
    await expect(fetchAllPages(send, list, Item, { maxPages: 3 })).rejects.toMatchObject({ code: 'tooManyPages' })
    expect(n).toBe(3)
  })

  it('is rejected if items have the wrong shape', async () => {
    const { send } = await serve(() => ({ body: { value: [{ id: 'one' }] } }))
    await expect(fetchAllPages(send, list, Item)).rejects.toMatchObject({ code: 'unexpectedAnswer' })
    const { send: sendInvalid } = await serve(() => ({ body: { value: 'none' } }))
    await expect(pages(sendInvalid, list, Item).next()).rejects.toMatchObject({ code: 'unexpectedAnswer' })
  })
})
