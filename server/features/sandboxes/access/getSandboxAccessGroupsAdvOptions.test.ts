import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { clientOf, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const path = '/sandbox-access/groups/adv/options'

describe('getSandboxAccessGroupsAdvOptions', () => {
  it('returns the fields with the values and counts that the caller can see', async () => {
    await teamSandbox(app)
    const field = async (personaName: string, name: string) =>
      (await clientOf(app, personaName).get(path)).body.fields.find((each: { name: string }) => each.name === name)
    const countReaderGroups = async (personaName: string) =>
      (await field(personaName, 'role')).values.find((each: { value: string }) => each.value === 'Reader')?.count as number
    const countBefore = await countReaderGroups('Priya')
    expect(countBefore).toBeGreaterThan(0)
    await teamSandbox(app, { hidden: true })
    expect([await countReaderGroups('Priya'), await countReaderGroups('Niamh')]).toEqual([countBefore, expect.any(Number)])
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
      const hasTemplateOption = async (personaName: string) => {
        const { fields } = (await clientOf(app, personaName).get(list)).body
        const { values } = fields.find(({ name }: { name: string }) => name === 'template')
        return values.some(({ value }: { value: string }) => value === id)
      }
      expect(await hasTemplateOption('Margaret')).toBe(true)
      const put = (visibility: 'hidden' | 'everyone') =>
        app.db.updateTable('sandbox_templates').set({ visibility }).where('id', '=', id).execute()
      await put('hidden')
      try {
        expect([await hasTemplateOption('Margaret'), await hasTemplateOption('Niamh')]).toEqual([false, true])
      } finally {
        await put('everyone')
      }
    })
  },
)
