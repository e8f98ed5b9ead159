/** The sign-in page offers these people. `family` or `tower` says where the person works. */
export interface PersonaPlan {
  key: string
  givenName: string
  surname: string
  jobTitle: string
  department: string
  title: string
  summary: string
  appRoles?: readonly string[]
  disabled?: boolean
}

export const personaPlans = [
  {
    key: 'requester',
    givenName: 'Priya',
    surname: 'Raman',
    jobTitle: 'Software Engineer',
    department: 'Commerce',
    title: 'Engineer',
    summary: 'Requests accounts, sandboxes and access. Works on Checkout.',
  },
  {
    key: 'analyst',
    givenName: 'Tomasz',
    surname: 'Zalewski',
    jobTitle: 'Pricing Analyst',
    department: 'Merchandising and Pricing',
    title: 'Analyst',
    summary: 'Can see the catalogue and their own requests. Sometimes requests a sandbox.',
  },
  {
    key: 'owner',
    givenName: 'Daniel',
    surname: 'Okoro',
    jobTitle: 'Staff Engineer',
    department: 'Commerce',
    title: 'Account owner',
    summary: 'Owns the Checkout accounts and decides who gets access to them.',
  },
  {
    key: 'towerLead',
    givenName: 'Margaret',
    surname: 'Llewellyn',
    jobTitle: 'Head of Commerce Technology',
    department: 'Commerce',
    title: 'Tower lead',
    summary: 'Approves new accounts for the Commerce tower.',
  },
  {
    key: 'familyOwner',
    givenName: 'Ravi',
    surname: 'Deshmukh',
    jobTitle: 'Engineering Manager, Checkout',
    department: 'Commerce',
    title: 'Family owner',
    summary: 'Approves requests in the Checkout family.',
  },
  {
    key: 'productApprover',
    givenName: 'Ewa',
    surname: 'Kowalczyk',
    jobTitle: 'Principal Network Engineer',
    department: 'Cloud Platform',
    title: 'Product approver',
    summary: 'Approves restricted catalogue items such as Azure Firewall and ExpressRoute.',
  },
  {
    key: 'boardMember',
    givenName: 'Samuel',
    surname: 'Antwi',
    jobTitle: 'Lead Cloud Architect',
    department: 'Cloud Platform',
    title: 'Architecture board',
    summary: 'Decides on requests for the Cloud Architecture Board, a directory group.',
  },
  {
    key: 'admin',
    givenName: 'Niamh',
    surname: 'Brennan',
    jobTitle: 'Cloud Platform Product Manager',
    department: 'Cloud Platform',
    title: 'Administrator',
    summary: 'Runs Slipway: policies, catalogue, API keys and failed runs.',
    appRoles: ['Slipway.Admin'],
  },
  {
    key: 'auditor',
    givenName: 'Grace',
    surname: 'Cheng',
    jobTitle: 'Internal Audit Manager',
    department: 'Internal Audit',
    title: 'Auditor',
    summary: 'As an auditor, can read everything, but change nothing.',
    appRoles: ['Slipway.Auditor'],
  },
  {
    key: 'leaver',
    givenName: 'Oliver',
    surname: 'Pemberton',
    jobTitle: 'Integration Engineer',
    department: 'Commerce',
    title: 'Leaver',
    summary: 'Disabled in the directory, so sign-in fails.',
    disabled: true,
  },
] as const satisfies readonly PersonaPlan[]

export type PersonaKey = (typeof personaPlans)[number]['key']
