import { describe, expect, it } from 'vitest'
import { collectParts } from './collectParts.ts'

const collect = (content: object | string | undefined) => collectParts([{ name: 'part', read: async () => content }], ['secret "value"'])

describe('collecting the parts of a bundle', () => {
  it.each([
    ['a secret setting', { setting: 'a secret "value"' }],
    ['a mail address', 'ann@example.com'],
  ])('withholds a part that contains %s', async (_, content) => {
    expect(await collect(content)).toEqual({ files: [], results: [{ name: 'part', status: 'withheld', code: null }] })
  })

  it('distinguishes parts that don’t exist from parts that failed, and keeps the others', async () => {
    const failed = { name: 'failed', read: () => Promise.reject(Object.assign(new Error('ann@example.com'), { code: '42P01' })) }
    const absent = { name: 'absent', read: async () => undefined }
    const { files, results } = await collectParts([failed, absent, { name: 'last', read: async () => 'text' }], [])
    expect(files).toEqual([{ name: 'last', text: 'text' }])
    expect(results.map(({ status, code }) => [status, code])).toEqual([
      ['missing', '42P01'],
      ['absent', null],
      ['included', null],
    ])
  })
})
