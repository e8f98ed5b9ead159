import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { acceptJson, maxDepth, maxValues } from './readJson.ts'

/** What came of a body: its status, and what the handler was given. */
async function send(payload: string | Buffer, headers: Record<string, string> = {}) {
  const app = Fastify()
  app.removeAllContentTypeParsers()
  acceptJson(app, ['application/json'])
  let body: unknown
  app.setErrorHandler((error: { code?: string }, _request, response) => response.code(400).send({ code: error.code }))
  app.post('/', async (request) => {
    body = request.body
    return {}
  })
  const response = await app.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': 'application/json', ...headers } })
  await app.close()
  return { code: response.json().code as string | undefined, body }
}
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const list = (values: number) => `[${'0,'.repeat(values - 1)}0]`

describe('acceptJson', () => {
  it.each(['{"a":"\\"[[[[,,,,"}', '{"a":"\\\\"}', '"é💥"', '\ufeff{}', 'null', nested(maxDepth), list(maxValues - 1)])(
    'takes %.30s',
    async (text) => {
      expect(await send(text)).toEqual({ code: undefined, body: JSON.parse(text.replace('\ufeff', '')) })
    },
  )

  it.each(['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'Application/JSON; charset=utf8'])(
    'takes %s',
    async (type) => {
      expect(await send('{"a":"é"}', { 'content-type': type, 'content-encoding': 'identity' })).toEqual({ body: { a: 'é' } })
    },
  )

  it('takes a request without a body that names the content type', async () => {
    expect(await send('')).toEqual({ code: undefined, body: undefined })
  })

  it.each([
    ['more levels', nested(maxDepth + 1)],
    ['half a million levels', nested(500_000)],
    ['half a million levels of objects', '{"a":'.repeat(150_000)],
    ['more values', list(maxValues)],
    ['more fields', `{${Array.from({ length: maxValues }, (_, index) => `"${index}":0`).join()}}`],
    ['more empty lists', `[${'[],'.repeat(maxValues / 2)}[]]`],
    ['bytes of Latin-1', Buffer.from('{"a":"é"}', 'latin1')],
    ['half a character', Buffer.from('{"a":"é"}').subarray(0, 7)],
    ['an encoded surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ])('refuses %s', async (_what, payload) => {
    expect(await send(payload)).toEqual({ code: 'invalidRequest', body: undefined })
  })

  it.each<[string, Record<string, string>]>([
    ['Latin-1', { 'content-type': 'application/json; charset=iso-8859-1' }],
    ['UTF-16', { 'content-type': 'application/json; charset=utf-16' }],
    ['a charset without a name', { 'content-type': 'application/json; charset=' }],
    ['gzip', { 'content-encoding': 'gzip' }],
    ['several encodings', { 'content-encoding': 'identity, gzip' }],
  ])('refuses %s, although the body could be read', async (_what, headers) => {
    expect(await send('{}', headers)).toEqual({ code: 'unsupportedMediaType', body: undefined })
  })
})
