import type { TestApp } from '../../../../test/app.ts'

export const feedbackBody = { rating: 2, page: '/app/accounts', text: 'The list forgets my filter.' }

export const giveFeedback = (app: TestApp, overrides: object = {}, personaName = 'Priya') =>
  app.as(app.persona(personaName).id).post('/feedback', { ...feedbackBody, ...overrides })
