import { story } from '../story.ts'

export const towers = story('towers', async ({ reach, reject, as, persona }) => {
  const admin = as('Niamh')
  const body = { name: 'Loyalty', code: 'LOYL', leadIds: [persona('Margaret').id] }
  const { id, name } = await reach('POST /towers', { body, as: admin })
  await reject('POST /towers', 'conflict', { body, as: admin })

  const towers = await reach('GET /towers', { as: as('Tomasz') })
  const commerce = towers.find((tower: { name: string }) => tower.name === 'Commerce')
  await reach('GET /towers/{id}', { path: { id }, as: as('Tomasz') })
  await reach('GET /towers/ByName/{name}', { path: { name }, as: as('Tomasz') })

  await reach('PATCH /towers/{id}', { path: { id }, body: { description: 'Points and offers.' }, as: admin })
  await reject('PATCH /towers/{id}', 'conflict', { path: { id }, body: { name: commerce.name }, as: admin })
  await reject('DELETE /towers/{id}', 'conflict', { path: { id: commerce.id }, as: admin })
  await reach('DELETE /towers/{id}', { path: { id }, as: admin })
})
