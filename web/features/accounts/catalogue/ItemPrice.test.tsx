import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { CatalogueItem } from '../../../shared/requestTypes.ts'
import { ItemPrice } from './ItemPrice.tsx'

const show = (properties: object) => {
  const item = { monthlyEstimate: { amount: 14_200, currency: 'GBP' }, inputs: { type: 'object', properties } }
  return renderToStaticMarkup(<ItemPrice item={item as unknown as Pick<CatalogueItem, 'inputs' | 'monthlyEstimate'>} />)
}

it('shows the price with the default settings on which it depends', () => {
  const nodes = { type: 'integer', title: 'Nodes', default: 2, 'x-scales-price': true }
  const tier = { type: 'string', title: 'Tier', enum: ['Basic'], 'x-price-factors': { Basic: 2 } }
  const html = show({ nodes, tier })
  expect(html).toContain('142')
  expect(html).toContain('Nodes: 2')
  expect(html).not.toContain('Tier')
})
