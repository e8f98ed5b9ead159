import { story } from '../story.ts'

export const feedback = story('feedback', async ({ reach, as }) => {
  const [priya, admin] = [as('Priya'), as('Niamh')]
  const { id } = await reach('POST /feedback', {
    body: { rating: 4, text: 'The catalogue is easy to search.', page: '/app/catalogue' },
    as: priya,
  })
  await reach('GET /feedback', { as: admin })
  await reach('GET /feedback/{id}', { path: { id }, as: admin })
  await reach('DELETE /feedback/{id}', { path: { id }, as: admin })
})
