import { story } from '../story.ts'

export const health = story('health', async ({ reach, as, withKey }) => {
  const ended = async () => ({ authorization: 'Bearer of.nothing.known' })
  for (const credential of [undefined, as('Tomasz'), withKey('slw_unknown'), ended]) await reach('GET /health', { as: credential })
})
