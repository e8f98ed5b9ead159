import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const search = async (text: string) =>
  (await app.as(app.persona('Grace').id).get(`/utils/searchGraphForGroup?search=${encodeURIComponent(text)}`)).body

describe('searchGraphForGroup', () => {
  it('finds groups in the directory by the first letters of a word in their name', async () => {
    const [group] = app.company.groups
    const groups = await search(group!.displayName)
    expect(groups.map(({ id }: { id: string }) => id)).toContain(group!.id)
    expect(groups.length).toBeLessThanOrEqual(20)
    expect(await search('zzz no such group')).toEqual([])
  })

  roleSuite(
    'searchGraphForGroup',
    () => app,
    () => ({ path: '/utils/searchGraphForGroup?search=platform' }),
  )

  it.each(['', ' ', '\n', 'x'.repeat(101)])('rejects %j', async (text) => {
    expect((await search(text)).code).toBe('invalidRequest')
  })

  it.each(['"', '\\', 'a" OR "b', "o'brien", '$search', '#'])('accepts the text %j', async (text) => {
    expect(await search(text)).toBeInstanceOf(Array)
  })
})
