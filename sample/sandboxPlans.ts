import type { TemplateKey } from './sandboxTemplates.ts'

type Status = 'queued' | 'failed' | 'active' | 'frozen' | 'deleting' | 'deleted' | 'quarantined'

export interface SandboxPlan {
  name: string
  template: TemplateKey
  tower: string
  purpose: string
  /** Hours since the sandbox was ready, or since its approval while it is queued */
  age: number
  /** Hours from ready to the end */
  hours: number
  /** Percentage of the budget */
  spent: number
  status: Status
  because?: 'budget' | 'owner' | 'admin' | 'expired'
  /** Given names of personas; other people are found in the tower. */
  owners?: string[]
  members?: string[]
  /** Number of people found in the tower, beside the named ones */
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

const ended = { status: 'deleted', because: 'expired' } as const

export const sandboxPlans: SandboxPlan[] = [
  plan(
    'till-vision-poc',
    'machines',
    'Commerce',
    [79, 96, 91],
    'See whether a camera above the self-checkout can tell an avocado from a pear.',
    {
      owners: ['Priya', 'Daniel'],
      others: 3,
    },
  ),
  plan('checkout-latency', 'web', 'Commerce', [50, 168, 34], 'Measure what a second region would do to the time a basket takes to open.', {
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
    'Estimate how price cuts on own-brand pasta move the rest of the aisle.',
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
    'Run the tests of the landing-zone modules against a subscription with nothing in it.',
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
    'Feed two weeks of firewall logs into Sentinel and count the alarms that matter.',
    { others: 4 },
  ),
  plan('erp-cutover-drill', 'clean', 'Finance', [90, 336, 18], 'Practise the cut-over of the ledger with copies of its interfaces.', {
    status: 'frozen',
    because: 'owner',
    others: 5,
  }),
  plan('policy-lab', 'clean', 'Security', [340, 336, 72], 'Write the deny policies for public endpoints where nobody is hurt by them.', {
    status: 'deleting',
    because: 'expired',
    others: 1,
  }),
  plan('old-network-lab', 'clean', 'Cloud Platform', [800, 504, 88], 'Compare Virtual WAN with our own hubs.', {
    status: 'quarantined',
    because: 'owner',
  }),
  plan('fabric-evaluation', 'clean', 'Data Platform', [30, 336, 0], 'Find out whether Fabric can take over the nightly reports.', {
    status: 'queued',
    others: 2,
  }),
  plan('payments-sandbox', 'clean', 'Commerce', [9, 168, 0], 'Connect the new payment provider end to end before the contract is signed.', {
    status: 'queued',
    owners: ['Priya', 'Ravi'],
  }),
  plan('store-sd-wan', 'clean', 'Stores', [3, 336, 0], 'Rehearse the branch routers of the next store refit.', { status: 'queued' }),
  plan(
    'vendor-day-kafka',
    'workshop',
    'Data Platform',
    [6, 48, 44],
    'Two days with the vendor: streaming for everybody who writes reports.',
    { others: 22 },
  ),
  plan('hack-week-stores', 'workshop', 'Stores', [20, 72, 68], 'Hack week: ideas from the shop floor, by the people who work on it.', {
    others: 34,
  }),
  plan(
    'click-collect-load',
    'kubernetes',
    'Commerce',
    [101, 120, 83],
    'Put Christmas load on the click-and-collect service and watch it scale.',
    { others: 2 },
  ),
  plan('warehouse-twin', 'machines', 'Warehouse and Fulfilment', [60, 96, 100], 'Simulate the new conveyor with the vendor’s software.', {
    status: 'frozen',
    because: 'budget',
    others: 3,
  }),
  plan(
    'loyalty-llm',
    'data',
    'Loyalty and Marketing',
    [140, 336, 101],
    'Draft coupons’ texts with a language model and have marketing judge them.',
    {
      status: 'frozen',
      because: 'budget',
      others: 2,
    },
  ),
  plan('crypto-audit', 'machines', 'Security', [22, 96, 12], 'Reproduce the finding about old ciphers on till images.', {
    status: 'frozen',
    because: 'admin',
    others: 1,
  }),
  plan('shelf-labels', 'web', 'Stores', [95, 168, 58], 'Drive a wall of electronic shelf labels from the price service.', {
    status: 'frozen',
    because: 'owner',
  }),
  plan('route-planner', 'web', 'Supply Chain', [150, 168, 76], 'Compare two route planners on last month’s deliveries.', {
    status: 'deleting',
    because: 'owner',
    others: 2,
  }),
  plan('returns-chatbot', 'web', 'Commerce', [170, 168, 64], 'Answer the ten commonest questions about returns.', {
    status: 'deleting',
    because: 'expired',
    others: 1,
  }),
  plan('promo-forecast', 'data', 'Merchandising and Pricing', [30, 336, 9], 'Forecast the Easter promotions with weather in the model.', {
    others: 3,
    extended: 0,
  }),
  plan('payroll-calc', 'machines', 'People and HR', [0, 96, 0], 'Run the tax tables of next year through the payroll engine.', {
    status: 'failed',
  }),
  plan('zero-trust-demo', 'web', 'Workplace', [12, 168, 4], 'Show the service desk what conditional access will look like.', { others: 2 }),
  plan('stock-vision', 'data', 'Stores', [260, 336, 70], 'Count facings on shelf photographs.', { others: 4, extended: 1 }),
  plan('order-mesh', 'kubernetes', 'Commerce', [88, 120, 52], 'Try a service mesh between the order services.', { others: 1 }),
  plan('cold-chain-iot', 'web', 'Supply Chain', [40, 168, 25], 'Alarm when a fridge lorry warms up, within a minute.', { others: 3 }),
  plan('ledger-archive', 'machines', 'Finance', [70, 96, 61], 'Read ten years of archived ledgers back from tape images.'),
  plan('recipe-search', 'web', 'Loyalty and Marketing', [110, 168, 49], 'Search recipes by what is on offer this week.', { others: 2 }),
  plan('pick-by-voice', 'machines', 'Warehouse and Fulfilment', [15, 96, 14], 'Try the voice headsets with our own dictionary.', {
    others: 1,
  }),
  plan('sbom-pipeline', 'kubernetes', 'Security', [52, 120, 37], 'Write a bill of materials for every image that is built.', { others: 2 }),
  plan('planogram-3d', 'web', 'Merchandising and Pricing', [130, 168, 71], 'Walk through next spring’s shelves in the browser.'),
  plan('churn-model', 'data', 'Loyalty and Marketing', [300, 336, 81], 'Predict who stops using the card, from receipts without names.', {
    others: 1,
  }),
  plan('rota-optimiser', 'data', 'People and HR', [44, 336, 11], 'Plan a store’s week so that nobody closes and then opens.', {
    others: 2,
  }),
  plan('queue-camera', 'machines', 'Stores', [90, 96, 78], 'Open a till before the queue is there.', { others: 2 }),
  plan('supplier-portal', 'web', 'Supply Chain', [20, 168, 8], 'Let a dozen suppliers see their own forecasts.', { others: 1 }),
  plan('invoice-ocr', 'web', 'Finance', [75, 168, 39], 'Read the invoices that still come on paper.'),
  plan(
    'k8s-upgrade-drill',
    'kubernetes',
    'Cloud Platform',
    [26, 120, 19],
    'Practise the upgrade to the next AKS version with every add-on we use.',
    { others: 3 },
  ),
  plan('data-mesh-trial', 'data', 'Data Platform', [99, 336, 28], 'Publish two data products the way the new handbook says.', {
    others: 4,
  }),
  plan('meeting-rooms', 'web', 'Workplace', [140, 168, 15], 'Free the rooms in which nobody turned up.'),
  plan('image-factory', 'machines', 'Workplace', [8, 96, 6], 'Build the golden laptop image with Packer.', { others: 1 }),
  plan('gift-finder', 'web', 'Commerce', [700, 168, 60], 'A present for everybody in five questions.', ended),
  plan('promo-heatmap', 'web', 'Merchandising and Pricing', [900, 168, 44], 'Draw where promotions sell.', ended),
  plan('grid-carbon', 'data', 'Supply Chain', [1_100, 336, 73], 'Charge the vans when the grid is green.', { ...ended, others: 1 }),
  plan('till-linux', 'machines', 'Stores', [620, 96, 101], 'Run the till software on Linux.', { ...ended, others: 2 }),
  plan('chaos-friday', 'kubernetes', 'Commerce', [540, 120, 66], 'Pull plugs before Black Friday does.', { ...ended, others: 5 }),
  plan('tax-engine', 'web', 'Finance', [480, 168, 22], 'Try the vendor’s tax service with our own products.', {
    ...ended,
    because: 'owner',
  }),
  plan('dark-store-plan', 'data', 'Warehouse and Fulfilment', [1_500, 336, 81], 'Decide where the next dark store goes.', ended),
  plan('badge-printer', 'web', 'Workplace', [400, 168, 9], 'Print badges from the directory.', { ...ended, because: 'owner' }),
  plan('soc-training', 'workshop', 'Security', [350, 24, 52], 'A day of defending a shop that is not real.', { ...ended, others: 18 }),
  plan('vector-search', 'data', 'Data Platform', [720, 336, 58], 'Search the product range by what people mean.', { ...ended, others: 2 }),
  plan('edge-cache', 'machines', 'Stores', [1_000, 96, 47], 'Keep prices in the store when the line is down.', ended),
  plan('terraform-course', 'workshop', 'Cloud Platform', [1_300, 48, 71], 'Two days of Terraform for newcomers.', { ...ended, others: 25 }),
]
