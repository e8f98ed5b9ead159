import type { TemplateKey } from './sandboxTemplates.ts'

type Status = 'queued' | 'failed' | 'active' | 'frozen' | 'deleting' | 'deleted' | 'quarantined'

export interface SandboxPlan {
  name: string
  template: TemplateKey
  tower: string
  purpose: string
  /** Hours since the sandbox was ready, or since its approval while it is queued. */
  age: number
  /** Hours from ready to the end. */
  hours: number
  /** Percentage of the budget. */
  spent: number
  status: Status
  cause?: 'budget' | 'owner' | 'admin' | 'expired'
  owners?: string[]
  members?: string[]
  others?: number
  extended?: number
}

const plan = (
  name: string,
  template: TemplateKey,
  tower: string,
  [age, hours, spent]: [number, number, number],
  purpose: string,
  remaining: Partial<SandboxPlan> = {},
): SandboxPlan => ({ name, template, tower, age, hours, spent, purpose, status: 'active', ...remaining })

const ended = { status: 'deleted', cause: 'expired' } as const

export const sandboxPlans: SandboxPlan[] = [
  plan(
    'till-vision-poc',
    'machines',
    'Commerce',
    [79, 96, 91],
    'Test whether a camera above the self-checkout can tell an avocado from a pear.',
    {
      owners: ['Priya', 'Daniel'],
      others: 3,
    },
  ),
  plan('checkout-latency', 'web', 'Commerce', [50, 168, 34], 'Measure how a second region changes the time to open a basket.', {
    owners: ['Priya'],
    members: ['Daniel', 'Tomasz'],
    others: 2,
  }),
  plan('basket-events', 'kubernetes', 'Commerce', [31, 120, 22], 'Try the new event broker with a day of replayed baskets.', {
    owners: ['Daniel', 'Ravi'],
    members: ['Priya'],
  }),
  plan(
    'price-elasticity',
    'data',
    'Merchandising and Pricing',
    [190, 336, 47],
    'Estimate how price cuts on own-brand pasta affect sales of other products.',
    {
      owners: ['Tomasz'],
      others: 2,
    },
  ),
  plan(
    'landing-zone-tests',
    'clean',
    'Cloud Platform',
    [120, 336, 41],
    'Run the tests of the landing-zone modules against an empty subscription.',
    {
      owners: ['Ewa', 'Samuel'],
      others: 3,
    },
  ),
  plan(
    'terraform-upgrade',
    'clean',
    'Cloud Platform',
    [300, 336, 63],
    'Move the network modules to the next major version and see what breaks.',
    { others: 2 },
  ),
  plan(
    'sentinel-trial',
    'clean',
    'Security',
    [200, 504, 55],
    'Load two weeks of firewall logs into Sentinel and count the relevant alerts.',
    { others: 4 },
  ),
  plan('erp-cutover-drill', 'clean', 'Finance', [90, 336, 18], 'Practise the cut-over of the ledger with copies of its interfaces.', {
    status: 'frozen',
    cause: 'owner',
    others: 5,
  }),
  plan('policy-lab', 'clean', 'Security', [340, 336, 72], 'Test deny policies for public endpoints without affecting other teams.', {
    status: 'deleting',
    cause: 'expired',
    others: 1,
  }),
  plan('old-network-lab', 'clean', 'Cloud Platform', [800, 504, 88], 'Compare Virtual WAN with our own hubs.', {
    status: 'quarantined',
    cause: 'owner',
  }),
  plan('fabric-evaluation', 'clean', 'Data Platform', [30, 336, 0], 'Find out whether Fabric can take over the nightly reports.', {
    status: 'queued',
    others: 2,
  }),
  plan('payments-sandbox', 'clean', 'Commerce', [9, 168, 0], 'Connect the new payment provider end to end before the contract is signed.', {
    status: 'queued',
    owners: ['Priya', 'Ravi'],
  }),
  plan('store-sd-wan', 'clean', 'Stores', [3, 336, 0], 'Test the branch routers for the next store refit.', { status: 'queued' }),
  plan('vendor-day-kafka', 'workshop', 'Data Platform', [6, 48, 44], 'Two-day vendor course on streaming for report authors.', {
    others: 22,
  }),
  plan('hack-week-stores', 'workshop', 'Stores', [20, 72, 68], 'Hack week with ideas from colleagues in stores.', {
    others: 34,
  }),
  plan(
    'click-collect-load',
    'kubernetes',
    'Commerce',
    [101, 120, 83],
    'Test how the click-and-collect service scales under Christmas load.',
    { others: 2 },
  ),
  plan('warehouse-twin', 'machines', 'Warehouse and Fulfilment', [60, 96, 100], 'Simulate the new conveyor with the vendor’s software.', {
    status: 'frozen',
    cause: 'budget',
    others: 3,
  }),
  plan(
    'loyalty-llm',
    'data',
    'Loyalty and Marketing',
    [140, 336, 101],
    'Draft coupon texts with a language model, for marketing to review.',
    {
      status: 'frozen',
      cause: 'budget',
      others: 2,
    },
  ),
  plan('crypto-audit', 'machines', 'Security', [22, 96, 12], 'Reproduce the finding about old ciphers on till images.', {
    status: 'frozen',
    cause: 'admin',
    others: 1,
  }),
  plan('shelf-labels', 'web', 'Stores', [95, 168, 58], 'Update electronic shelf labels from the price service.', {
    status: 'frozen',
    cause: 'owner',
  }),
  plan('route-planner', 'web', 'Supply Chain', [150, 168, 76], 'Compare two route planners on last month’s deliveries.', {
    status: 'deleting',
    cause: 'owner',
    others: 2,
  }),
  plan('returns-chatbot', 'web', 'Commerce', [170, 168, 64], 'Build a chatbot for the ten most common questions about returns.', {
    status: 'deleting',
    cause: 'expired',
    others: 1,
  }),
  plan('promo-forecast', 'data', 'Merchandising and Pricing', [30, 336, 9], 'Add weather data to the forecast of the Easter promotions.', {
    others: 3,
    extended: 0,
  }),
  plan('payroll-calc', 'machines', 'People and HR', [0, 96, 0], 'Test next year’s tax tables with the payroll engine.', {
    status: 'failed',
  }),
  plan('zero-trust-demo', 'web', 'Workplace', [12, 168, 4], 'Show the service desk what conditional access will look like.', { others: 2 }),
  plan('stock-vision', 'data', 'Stores', [260, 336, 70], 'Count products on photographs of shelves.', { others: 4, extended: 1 }),
  plan('order-mesh', 'kubernetes', 'Commerce', [88, 120, 52], 'Try a service mesh between the order services.', { others: 1 }),
  plan('cold-chain-iot', 'web', 'Supply Chain', [40, 168, 25], 'Raise an alert within a minute when a refrigerated lorry gets too warm.', {
    others: 3,
  }),
  plan('ledger-archive', 'machines', 'Finance', [70, 96, 61], 'Restore ten years of archived ledgers from tape images.'),
  plan('recipe-search', 'web', 'Loyalty and Marketing', [110, 168, 49], 'Find recipes that use this week’s offers.', { others: 2 }),
  plan('pick-by-voice', 'machines', 'Warehouse and Fulfilment', [15, 96, 14], 'Try the voice headsets with our own dictionary.', {
    others: 1,
  }),
  plan('sbom-pipeline', 'kubernetes', 'Security', [52, 120, 37], 'Create a software bill of materials for every container image.', {
    others: 2,
  }),
  plan('planogram-3d', 'web', 'Merchandising and Pricing', [130, 168, 71], 'Show next spring’s shelf layout in 3D in the browser.'),
  plan(
    'churn-model',
    'data',
    'Loyalty and Marketing',
    [300, 336, 81],
    'Predict which customers stop using the card, from anonymous receipts.',
    {
      others: 1,
    },
  ),
  plan(
    'rota-optimiser',
    'data',
    'People and HR',
    [44, 336, 11],
    'Plan weekly rotas in which no late shift is followed by an early shift.',
    {
      others: 2,
    },
  ),
  plan('queue-camera', 'machines', 'Stores', [90, 96, 78], 'Predict queues, so that another till opens in time.', { others: 2 }),
  plan('supplier-portal', 'web', 'Supply Chain', [20, 168, 8], 'Show twelve suppliers their own forecasts.', { others: 1 }),
  plan('invoice-ocr', 'web', 'Finance', [75, 168, 39], 'Extract data from paper invoices.'),
  plan(
    'k8s-upgrade-drill',
    'kubernetes',
    'Cloud Platform',
    [26, 120, 19],
    'Practise the upgrade to the next AKS version with every add-on we use.',
    { others: 3 },
  ),
  plan('data-mesh-trial', 'data', 'Data Platform', [99, 336, 28], 'Publish two data products as described in the new handbook.', {
    others: 4,
  }),
  plan('meeting-rooms', 'web', 'Workplace', [140, 168, 15], 'Release booked meeting rooms that stay empty.'),
  plan('image-factory', 'machines', 'Workplace', [8, 96, 6], 'Build the golden laptop image with Packer.', { others: 1 }),
  plan('gift-finder', 'web', 'Commerce', [700, 168, 60], 'Suggest a gift after five questions.', ended),
  plan('promo-heatmap', 'web', 'Merchandising and Pricing', [900, 168, 44], 'Show on a map where promotions sell.', ended),
  plan('grid-carbon', 'data', 'Supply Chain', [1_100, 336, 73], 'Charge delivery vans when electricity has the lowest emissions.', {
    ...ended,
    others: 1,
  }),
  plan('till-linux', 'machines', 'Stores', [620, 96, 101], 'Run the till software on Linux.', { ...ended, others: 2 }),
  plan('chaos-friday', 'kubernetes', 'Commerce', [540, 120, 66], 'Test how services react to failures before Black Friday.', {
    ...ended,
    others: 5,
  }),
  plan('tax-engine', 'web', 'Finance', [480, 168, 22], 'Try the vendor’s tax service with our own products.', {
    ...ended,
    cause: 'owner',
  }),
  plan('dark-store-plan', 'data', 'Warehouse and Fulfilment', [1_500, 336, 81], 'Find the best location for the next dark store.', ended),
  plan('badge-printer', 'web', 'Workplace', [400, 168, 9], 'Print badges from the directory.', { ...ended, cause: 'owner' }),
  plan('soc-training', 'workshop', 'Security', [350, 24, 52], 'One-day incident response training with a simulated shop.', {
    ...ended,
    others: 18,
  }),
  plan('vector-search', 'data', 'Data Platform', [720, 336, 58], 'Try semantic search for the product range.', { ...ended, others: 2 }),
  plan('edge-cache', 'machines', 'Stores', [1_000, 96, 47], 'Keep prices available in the store when the network is down.', ended),
  plan('terraform-course', 'workshop', 'Cloud Platform', [1_300, 48, 71], 'Two-day Terraform course for beginners.', {
    ...ended,
    others: 25,
  }),
]
