import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import type { FieldProblem } from '../errors.ts'
import { failureOf } from './failures.ts'
import { acceptJson, maxDepth, maxValues } from './readJson.ts'

async function send(payload: string | Buffer, headers: Record<string, string> = {}) {
  const app = Fastify()
  app.removeAllContentTypeParsers()
  acceptJson(app, ['application/json'])
  let body: unknown
  app.setErrorHandler((error: unknown, _request, response) => {
    const { code, errors } = failureOf(error)
    return response.code(400).send({ code, errors })
  })
  app.post('/', async (request) => {
    body = request.body
    return {}
  })
  const response = await app.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': 'application/json', ...headers } })
  await app.close()
  return { ...(response.json() as { code?: string; errors?: FieldProblem[] }), body }
}
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const list = (values: number) => `[${'0,'.repeat(values - 1)}0]`

describe('acceptJson', () => {
  it.each(['{"a":"\\"[[[[,,,,"}', '{"a":"\\\\"}', '"é💥"', '\ufeff{}', 'null', nested(maxDepth), list(maxValues - 1)])(
    'accepts %.30s',
    async (text) => {
      expect(await send(text)).toEqual({ body: JSON.parse(text.replace('\ufeff', '')) })
    },
  )

  it.each(['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'Application/JSON; charset=utf8'])(
    'accepts %s',
    async (type) => {
      expect(await send('{"a":"é"}', { 'content-type': type, 'content-encoding': 'identity' })).toEqual({ body: { a: 'é' } })
    },
  )

  it('accepts an empty body with a content type', async () => {
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
  ])('rejects %s', async (_title, payload) => {
    expect(await send(payload)).toEqual({
      code: 'invalidRequest',
      body: undefined,
      errors: [{ field: expect.any(String), message: expect.any(String) }],
    })
  })

  it.each([
    ['{"a":{"__proto__":1}}', 'a.__proto__'],
    ['{"a":{"constructor":{"prototype":{}}}}', 'a.constructor.prototype'],
    [`{"a":${nested(maxDepth)}}`, 'a'],
    [`{"a":1,"b":${list(maxValues)}}`, 'b'],
    ['{"a":}', ''],
    ['{"a":1', ''],
  ])('reports the position of the error in %.20s', async (payload, field) => {
    expect((await send(payload)).errors).toEqual([{ field, message: expect.any(String) }])
  })

  it.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"a":1,"b":2,"\\u0061":3}', 'a'],
    [String.raw`{"\"":1,"\u0022":2}`, '"'],
    ['{"é":1,"b":[],"\\u00e9":2}', 'é'],
    ['{"":1,"":2}', '""'],
    ['{"a":{"b":[0,{"c":{}},{"c":"}","d":[{}],"c":null}]}}', 'a.b.2.c'],
    ['[[],[{"a":[1,2]},{"a":1,"a":2}]]', '1.1.a'],
    ['{"a":{"a":{"x":1}},"b":"a","a":1}', 'a'],
    ['{ "a" : 1 ,\n"b":{"c":1 , "c" :2}}', 'b.c'],
    [`{"${'a'.repeat(300)}":1,"${'a'.repeat(300)}":2}`, 'a'.repeat(100)],
  ])('rejects a repeated field, with its position: %s', async (text, field) => {
    expect(await send(text)).toEqual({
      code: 'invalidRequest',
      errors: [{ field, message: expect.any(String) }],
      body: undefined,
    })
  })

  it.each([
    '{"a":{"a":1},"b":[{"a":1},{"a":1}],"c":["a","a"]}',
    '{"a":"b","b":"a","A":"a"}',
    '{"a,":1,"a":2,"{a":3}',
    String.raw`{"a\\":1,"a\"":2,"a":3,"\u0062":4}`,
    '["a","a",{},{}]',
  ])('accepts fields with the same name in different objects: %s', async (text) => {
    expect(await send(text)).toEqual({ body: JSON.parse(text) })
  })

  it.each([String.raw`{"\x":1,"\x":2}`, '{"a\\', '{"a', '{"a"', '}{"a":1', ']]]"a"', '{"a":1,,"a":2', '{"a" "a"}', '"', '\\'])(
    'rejects text that is not JSON: %s',
    async (text) => {
      expect((await send(text)).body).toBeUndefined()
    },
  )

  it.each<[string, Record<string, string>]>([
    ['Latin-1', { 'content-type': 'application/json; charset=iso-8859-1' }],
    ['UTF-16', { 'content-type': 'application/json; charset=utf-16' }],
    ['a charset without a name', { 'content-type': 'application/json; charset=' }],
    ['gzip', { 'content-encoding': 'gzip' }],
    ['several encodings', { 'content-encoding': 'identity, gzip' }],
  ])('rejects %s, even if the body is valid', async (_title, headers) => {
    expect(await send('{}', headers)).toEqual({ code: 'unsupportedMediaType', body: undefined })
  })
})
