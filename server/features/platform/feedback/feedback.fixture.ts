import type { TestApp } from '../../../../test/app.ts'

export const given = { rating: 2, page: '/app/accounts', text: 'The list forgets my filter.' }

export const give = (app: TestApp, change: object = {}, who = 'Priya') =>
  app.as(app.persona(who).id).post('/feedback', { ...given, ...change })
