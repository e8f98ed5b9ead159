import { story } from '../story.ts'

export const health = story('health', async ({ reach, as, withKey }) => {
  const expiredCredential = async () => ({ authorization: 'Bearer of.nothing.known' })
  for (const credential of [undefined, as('Tomasz'), withKey('slw_unknown'), expiredCredential])
    await reach('GET /health', { as: credential })
})
