export interface FamilyPlan {
  name: string
  slug: string
  description: string
  systems: readonly string[]
}

interface TowerPlan {
  name: string
  code: string
  description: string
  costCentre: string
  families: readonly FamilyPlan[]
}

const family = (name: string, slug: string, description: string, systems: string): FamilyPlan => ({
  name,
  slug,
  description,
  systems: systems.split(' '),
})

export const organisationChart: readonly TowerPlan[] = [
  {
    name: 'Commerce',
    code: 'COMM',
    description: 'Online shopping, from search to paid order.',
    costCentre: 'CC-4100',
    families: [
      family(
        'Checkout',
        'checkout',
        'Basket, payment and order confirmation on web and app.',
        'basket payments order-confirm fraud-screen gift-cards click-collect delivery-slots receipts',
      ),
      family(
        'Product Discovery',
        'discovery',
        'Search, browse and recommendations.',
        'search-index browse-api recommend suggest image-search facets trending content-api',
      ),
      family(
        'Web and App',
        'webapp',
        'The shop front on the web and the mobile apps.',
        'storefront mobile-bff cms edge-cache push-notify ab-testing app-config accessibility',
      ),
      family(
        'Customer Identity',
        'custid',
        'Customer sign-in, profile and consent.',
        'sign-in profile consent passkeys account-link household address-book bot-guard',
      ),
      family(
        'Marketplace',
        'market',
        'Third-party sellers and their offers.',
        'seller-portal offers listing-feed seller-payout disputes onboarding catalogue-match seller-analytics',
      ),
    ],
  },
  {
    name: 'Stores',
    code: 'STORE',
    description: 'Systems that run inside our stores and petrol stations.',
    costCentre: 'CC-4200',
    families: [
      family(
        'Store Edge',
        'edge',
        'Compute in every store.',
        'fleet-control image-build telemetry device-trust update-rings store-sync edge-gateway remote-hands',
      ),
      family(
        'Point of Sale',
        'pos',
        'Tills, self-checkout and scan-as-you-shop.',
        'till-sync self-checkout scan-go tender-switch receipts-hub price-cache age-check journal',
      ),
      family(
        'Store Colleague Tools',
        'colleague',
        'Handheld apps for colleagues on the shop floor.',
        'handheld-api tasking shelf-scan reductions waste-log rota-view service-desk labels',
      ),
      family(
        'Fuel and Forecourt',
        'fuel',
        'Pumps, wet stock and forecourt pricing.',
        'pump-control wet-stock pay-at-pump fuel-price forecourt-ev tank-gauge fuel-card forecourt-ops',
      ),
      family(
        'In-Store Media',
        'instore',
        'Screens, radio and electronic shelf labels.',
        'screen-cms esl-control radio campaign-play audience-count screen-health ad-proofing menu-boards',
      ),
    ],
  },
  {
    name: 'Supply Chain',
    code: 'SUPPLY',
    description: 'Planning, ordering and moving goods to our depots.',
    costCentre: 'CC-4300',
    families: [
      family(
        'Demand Forecasting',
        'forecast',
        'Forecasts of sales by product, place and time.',
        'base-model promo-uplift weather-signal event-calendar forecast-api model-train backtest scenario',
      ),
      family(
        'Replenishment',
        'replen',
        'Orders to restock shelves.',
        'order-engine stock-ledger allocation fresh-order min-presentation substitutions store-orders depot-orders',
      ),
      family(
        'Supplier Collaboration',
        'supplier',
        'Shared plans and documents with suppliers.',
        'supplier-hub edi-gateway asn order-visibility scorecards claims quality-docs supplier-sso',
      ),
      family(
        'Transport',
        'transport',
        'Trunking and store delivery planning.',
        'route-plan vehicle-telemetry driver-app fleet-maint yard carbon-report slot-board proof-of-delivery',
      ),
      family(
        'Import and Customs',
        'customs',
        'Import of goods and customs clearance.',
        'declarations tariff-codes container-track port-slots duty-calc licence-check origin-proof broker-link',
      ),
    ],
  },
  {
    name: 'Warehouse and Fulfilment',
    code: 'WHSE',
    description: 'Distribution centres, picking and home delivery.',
    costCentre: 'CC-4400',
    families: [
      family(
        'Warehouse Management',
        'wms',
        'Receiving, put-away and dispatch.',
        'core inbound put-away dispatch cycle-count labour-plan dock-doors temperature',
      ),
      family(
        'Grocery Picking',
        'picking',
        'Picking online grocery orders in store and dark store.',
        'pick-path pick-app subs-engine tote-track dark-store batch-plan bagging pick-metrics',
      ),
      family(
        'Home Delivery',
        'delivery',
        'Delivery vans and customer updates.',
        'van-routing courier-link eta-notify driver-cash returns-pickup van-telemetry slot-capacity refusals',
      ),
      family(
        'Warehouse Automation',
        'robotics',
        'Conveyors, shuttles and robots.',
        'plc-gateway shuttle-control vision-sort digital-twin fault-predict robot-fleet safety-zones spares',
      ),
      family(
        'Returns',
        'returns',
        'Goods returned by customers and stores.',
        'returns-api grading resale refunds-bridge supplier-credit return-labels recall disposal',
      ),
    ],
  },
  {
    name: 'Loyalty and Marketing',
    code: 'LOYAL',
    description: 'Northgate Card, offers and campaigns.',
    costCentre: 'CC-4500',
    families: [
      family(
        'Northgate Card',
        'loyalty',
        'Points, vouchers and member prices.',
        'points-ledger vouchers member-price card-issue partner-earn statements tiering card-wallet',
      ),
      family(
        'Campaigns',
        'campaign',
        'Email, app and print campaigns.',
        'mail-send audience journey coupon-print preference suppression creative-store send-metrics',
      ),
      family(
        'Personalisation',
        'personal',
        'The right offer for each customer.',
        'offer-rank feature-feed next-action favourites basket-affinity real-time model-serve holdout',
      ),
      family(
        'Retail Media',
        'media',
        'Supplier adverts on our channels.',
        'ad-server bidding attribution brand-portal ad-billing impression-log ad-review clean-room',
      ),
      family(
        'Customer Insight',
        'insight',
        'Surveys, segments and research panels.',
        'segments survey panel voice-of-customer churn-model basket-explorer insight-portal nps',
      ),
    ],
  },
  {
    name: 'Merchandising and Pricing',
    code: 'MERCH',
    description: 'Ranges, prices and promotions.',
    costCentre: 'CC-4600',
    families: [
      family(
        'Pricing',
        'pricing',
        'Base prices and price changes.',
        'price-engine competitor-watch price-files markdown price-audit elasticity price-approve unit-price',
      ),
      family(
        'Promotions',
        'promo',
        'Planning and running promotions.',
        'promo-plan promo-engine funding mechanics promo-feed clash-check leaflet promo-results',
      ),
      family(
        'Range and Space',
        'range',
        'Product ranges and shelf layouts of stores.',
        'planogram range-review cluster space-calc store-layout shelf-image new-lines delist',
      ),
      family(
        'Product Data',
        'product',
        'The master record of each product.',
        'master enrichment allergens images barcode product-feed hierarchy legal-text',
      ),
      family(
        'Buying',
        'buying',
        'Tenders, contracts and cost prices.',
        'tender cost-price contracts rebate commodity-watch buyer-desk sample-lab sourcing-risk',
      ),
    ],
  },
  {
    name: 'Data Platform',
    code: 'DATA',
    description: 'Lakehouse, streaming, machine learning and reporting for everyone.',
    costCentre: 'CC-4700',
    families: [
      family(
        'Lakehouse',
        'lake',
        'Raw and curated data in one place.',
        'raw-zone curated-zone catalog quality-rules lineage table-maint share sandbox-data',
      ),
      family(
        'Streaming',
        'stream',
        'Events between all systems.',
        'event-hub schema-registry cdc stream-sql replay event-portal dead-letter mirror',
      ),
      family(
        'Machine Learning Platform',
        'mlops',
        'Training and serving models.',
        'feature-store train-pool model-registry serving notebooks drift-watch gpu-pool label-studio',
      ),
      family(
        'Business Intelligence',
        'bi',
        'Dashboards and reports.',
        'semantic-model report-server exec-dash self-serve export-hub sales-flash metric-store embed',
      ),
      family(
        'Master Data',
        'mdm',
        'Customers, stores and suppliers without duplicates.',
        'customer-match store-master supplier-master reference-data golden-record steward-desk location-data party-index',
      ),
    ],
  },
  {
    name: 'Finance',
    code: 'FIN',
    description: 'Ledgers, payments, tax and treasury.',
    costCentre: 'CC-4800',
    families: [
      family(
        'General Ledger',
        'ledger',
        'Bookkeeping and period closing.',
        'erp-core close-tasks journal-load consolidation fixed-assets recon ledger-archive audit-extract',
      ),
      family(
        'Payments and Settlement',
        'settle',
        'Card settlement and bank files.',
        'card-settle bank-files chargebacks cash-office tokenvault payment-recon refunds scheme-fees',
      ),
      family(
        'Tax',
        'tax',
        'VAT, duty and filings.',
        'vat-engine filings deposit-return tax-archive plastics-levy sugar-levy rates-store tax-recon',
      ),
      family(
        'Procurement',
        'procure',
        'Purchasing of goods that are not for resale.',
        'requisition invoice-scan supplier-pay contract-store catalogue-buy spend-cube approvals-flow po-archive',
      ),
      family(
        'Treasury',
        'treasury',
        'Cash, currency and risk.',
        'cash-position fx-deals bank-link hedge-model liquidity bank-fees covenants debt-book',
      ),
    ],
  },
  {
    name: 'People and HR',
    code: 'PEOPLE',
    description: 'Hiring, pay, rotas and learning for 140,000 colleagues.',
    costCentre: 'CC-4900',
    families: [
      family(
        'Payroll',
        'payroll',
        'Correct and punctual pay for colleagues.',
        'pay-engine payslips hmrc-link pensions tips-tronc early-pay pay-archive expenses',
      ),
      family(
        'Rota and Time',
        'rota',
        'Shifts, attendance and holidays.',
        'rota-plan clock-in absence shift-swap holiday overtime demand-roster kiosk',
      ),
      family(
        'Recruitment',
        'hiring',
        'From vacancy to first day.',
        'careers-site applicant-track right-to-work interview offers-letters seasonal referral job-feeds',
      ),
      family(
        'Learning',
        'learning',
        'Courses and compliance training.',
        'lms course-author compliance-train video-learn badges apprentices store-training quiz',
      ),
      family(
        'Colleague Services',
        'hr',
        'Records, benefits and help.',
        'hr-core benefits colleague-help uniform discount-card org-chart wellbeing leavers',
      ),
    ],
  },
  {
    name: 'Security',
    code: 'SEC',
    description: 'Detecting, preventing and answering attacks.',
    costCentre: 'CC-5000',
    families: [
      family(
        'Security Operations',
        'secops',
        'Monitoring and incident response.',
        'siem soar threat-intel malware-lab case-files hunt-notebooks log-archive phishing',
      ),
      family(
        'Identity and Access',
        'iam',
        'Workforce identity and privileged access.',
        'directory-sync access-review pam joiner-leaver federation cert-login role-mining vault-broker',
      ),
      family(
        'Vulnerability Management',
        'vuln',
        'Finding and fixing weaknesses.',
        'scanner patch-view sbom-store attack-surface pen-test exception-log container-scan risk-score',
      ),
      family(
        'Fraud',
        'fraud',
        'Fraud against customers and the company.',
        'rules-engine case-desk device-print gift-watch account-takeover refund-abuse link-analysis alerts-feed',
      ),
      family(
        'Governance and Compliance',
        'grc',
        'Controls, evidence and audits.',
        'control-library evidence vendor-risk policy-portal pci-scope privacy-desk dsar retention',
      ),
    ],
  },
  {
    name: 'Cloud Platform',
    code: 'CLOUD',
    description: 'Landing zones, clusters, pipelines and observability.',
    costCentre: 'CC-5100',
    families: [
      family(
        'Landing Zones',
        'lz',
        'Accounts, policy and network for all teams.',
        'vending policy-engine ipam dns-hub firewall-hub image-gallery cost-export backup-core',
      ),
      family(
        'Container Platform',
        'aks',
        'Shared Kubernetes clusters.',
        'fleet ingress registry gitops mesh cluster-lab autoscale admission',
      ),
      family(
        'Developer Experience',
        'devex',
        'Pipelines, portals and golden paths.',
        'portal ci-runners artefacts templates feature-flags code-search preview-env dora',
      ),
      family(
        'Observability',
        'observe',
        'Metrics, logs, traces and alerts.',
        'metrics logs traces alerting synthetics dashboards on-call slo',
      ),
      family(
        'Integration',
        'integrate',
        'Gateways, queues and file transfer.',
        'api-gateway service-bus file-transfer b2b-gateway workflow partner-api webhook-relay transform',
      ),
    ],
  },
  {
    name: 'Workplace',
    code: 'WORK',
    description: 'Devices, collaboration and support for offices.',
    costCentre: 'CC-5200',
    families: [
      family(
        'Virtual Desktop',
        'desktop',
        'Desktops for the contact centre and partners.',
        'contact-centre dev-desktop partner-desktop app-attach profile-store golden-image gpu-desktop kiosk-vdi',
      ),
      family(
        'Collaboration',
        'collab',
        'Mail, meetings and documents.',
        'intranet search bots mail-relay archive meeting-rooms translate signage',
      ),
      family(
        'Service Management',
        'itsm',
        'Tickets, assets and knowledge.',
        'service-portal asset-sync cmdb-bridge knowledge chat-assist major-incident change-calendar sla-report',
      ),
      family(
        'Contact Centre',
        'contact',
        'Helping customers by phone, chat and post.',
        'telephony chat agent-desk speech-analytics callback quality case-sync knowledge-bot',
      ),
      family(
        'Property and Facilities',
        'property',
        'Store buildings: energy, leases and repairs.',
        'energy-meter lease-book repairs refrigeration solar bms-gateway site-plans health-safety',
      ),
    ],
  },
]
