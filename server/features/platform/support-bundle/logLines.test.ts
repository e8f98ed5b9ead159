import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readLog } from './logLines.ts'

const attempts = async (pieces: Iterable<string | Buffer>, maxLines: number) =>
  (await readLog(Readable.from(pieces), maxLines, new Set()))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).attempt)

describe('reading a log in pieces', () => {
  it('joins lines that were split anywhere', async () => {
    const bytes = Buffer.from('{"msg":"’","attempt":1}\n{"msg":"’","attempt":2}\n')
    expect(
      await attempts(
        Array.from(bytes, (byte) => Buffer.of(byte)),
        5,
      ),
    ).toEqual([1, 2])
  })

  it('keeps the last lines of a long log, without the truncated line', async () => {
    const long = Array.from({ length: 40 }, (_, attempt) => `{"attempt":${attempt},"text":"${'x'.repeat(500_000)}"}\n`)
    const text = long.join('')
    const pieces = Array.from({ length: Math.ceil(text.length / 65_536) }, (_, at) => text.slice(at * 65_536, (at + 1) * 65_536))
    const lines = await attempts(pieces, 50)
    expect(lines.length).toBeLessThan(34)
    expect(lines).toEqual(long.map((_, attempt) => attempt).slice(-lines.length))
    expect(await attempts(pieces, 2)).toEqual([38, 39])
  })
})
