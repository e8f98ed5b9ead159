import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { as, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const path = '/sandbox-access/groups/adv/options'

describe('getSandboxAccessGroupsAdvOptions', () => {
  it('returns the fields with the values and counts that the caller can see', async () => {
    await teamSandbox(app)
    const field = async (who: string, name: string) =>
      (await as(app, who).get(path)).body.fields.find((each: { name: string }) => each.name === name)
    const counted = async (who: string) =>
      (await field(who, 'role')).values.find((each: { value: string }) => each.value === 'Reader')?.count as number
    const before = await counted('Priya')
    expect(before).toBeGreaterThan(0)
    await teamSandbox(app, { hidden: true })
    expect([await counted('Priya'), await counted('Niamh')]).toEqual([before, expect.any(Number)])
    expect(await field('Priya', 'sandboxStatus')).toMatchObject({ type: 'enum', label: 'Sandbox' })
    expect((await field('Priya', 'tower')).values[0].label).toMatch(/[a-z]/)
  })

  roleSuite(
    'getSandboxAccessGroupsAdvOptions',
    () => app,
    () => ({ path: '/sandbox-access/groups/adv/options' }),
  )
})

describe.each(['/sandbox-access/groups/adv/options', '/sandbox-access/access-requests/adv/options', '/sandboxes/adv/options'])(
  '%s',
  (list) => {
    it('omits hidden templates', async () => {
      const { id } = await app.db
        .selectFrom('sandbox_templates')
        .select('id')
        .where('visibility', '=', 'everyone')
        .executeTakeFirstOrThrow()
      const named = async (who: string) => {
        const { fields } = (await as(app, who).get(list)).body
        const { values } = fields.find(({ name }: { name: string }) => name === 'template')
        return values.some(({ value }: { value: string }) => value === id)
      }
      expect(await named('Margaret')).toBe(true)
      const put = (visibility: 'hidden' | 'everyone') =>
        app.db.updateTable('sandbox_templates').set({ visibility }).where('id', '=', id).execute()
      await put('hidden')
      try {
        expect([await named('Margaret'), await named('Niamh')]).toEqual([false, true])
      } finally {
        await put('everyone')
      }
    })
  },
)
