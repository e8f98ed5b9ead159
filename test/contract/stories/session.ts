import { expect } from 'vitest'
import { openBrowser } from '../../browser.ts'
import { story } from '../story.ts'

export const session = story('session', async ({ open, reach, persona }) => {
  const { id } = persona('Priya')
  const browser = openBrowser(open)
  await browser.signIn(id)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  expect(cookie).toMatch(/^__Secure-/)

  const token = await reach('GET /getDevToken', { as: async () => ({ cookie }) })
  const me = await reach('GET /me', { as: async () => ({ authorization: `Bearer ${token}` }) })
  expect(me.id).toBe(id)
})
