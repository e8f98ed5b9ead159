import { namePools } from './names.ts'
import { organisationChart } from './organisationChart.ts'
import { type PersonaKey, type PersonaPlan, personaPlans } from './personas.ts'
import { seededRandom } from './seededRandom.ts'
import type { SamplePerson } from './shapes.ts'
import { stableId } from './stableId.ts'
import { domain } from './topology.ts'

const headcount = 900
const offices = [
  'London, King’s Cross',
  'Leeds, Wellington Place',
  'Manchester, Deansgate',
  'Bengaluru, Outer Ring Road',
  'Kraków, Zabłocie',
  'Dublin, Grand Canal',
]
const staffTitles = [
  'Software Engineer',
  'Software Engineer',
  'Senior Software Engineer',
  'Senior Software Engineer',
  'Principal Engineer',
  'Site Reliability Engineer',
  'Platform Engineer',
  'Quality Engineer',
  'Data Engineer',
  'Product Manager',
  'Business Analyst',
  'Delivery Manager',
  'Solution Architect',
  'UX Designer',
  'Support Engineer',
]

export function personaId(key: PersonaKey): string {
  return stableId(`persona/${key}`)
}

/**
 * Builds 900 people: a chief, one head per tower, one manager per family, then staff in the families. Personas have the positions that
 * their titles name; about one in fifty staff is disabled.
 */
export function buildPeople(): SamplePerson[] {
  const random = seededRandom('people')
  const newName = nameSource(random)
  const people: SamplePerson[] = []

  const addPerson = (seat: Seat): SamplePerson => {
    const { givenName, surname, local } = seat.persona ? newName.fixed(seat.persona) : newName.next()
    const email = `${local}@${domain}`
    const person: SamplePerson = {
      employeeId: `NG${String(10_000 + people.length)}`,
      id: seat.persona ? personaId(seat.persona.key) : stableId(`person/${people.length}`),
      displayName: `${givenName} ${surname}`,
      givenName,
      surname,
      email,
      userPrincipalName: email,
      department: seat.department,
      jobTitle: seat.jobTitle,
      officeLocation: random.pick(offices),
      managerId: seat.managerId,
      enabled: seat.enabled ?? true,
      appRoles: [],
    }
    if (seat.persona) {
      const plan: PersonaPlan = seat.persona
      person.enabled = !plan.disabled
      person.appRoles = [...(plan.appRoles ?? [])]
      person.persona = { order: personaPlans.indexOf(seat.persona) + 1, title: plan.title, summary: plan.summary }
    }
    people.push(person)
    return person
  }
  const addPersona = (key: PersonaKey, managerId: string | null) => {
    const persona = personaPlans.find((plan) => plan.key === key)!
    return addPerson({ persona, jobTitle: persona.jobTitle, department: persona.department, managerId })
  }

  const chiefOfficer = addPerson({ jobTitle: 'Chief Technology Officer', department: 'Executive', managerId: null })
  const managers: { id: string; department: string; title: string }[] = []
  for (const tower of organisationChart) {
    const head =
      tower.name === 'Commerce'
        ? addPersona('towerLead', chiefOfficer.id)
        : addPerson({ jobTitle: `Head of ${tower.name} Technology`, department: tower.name, managerId: chiefOfficer.id })
    const deputy = addPerson({ jobTitle: `Deputy Head of ${tower.name} Technology`, department: tower.name, managerId: head.id })
    if (tower.name === 'Cloud Platform') makeSecondAdministrator(deputy)
    for (const family of tower.families) {
      const title = `Engineering Manager, ${family.name}`
      const manager =
        family.name === 'Checkout'
          ? addPersona('familyOwner', head.id)
          : addPerson({ jobTitle: title, department: tower.name, managerId: head.id })
      managers.push({ id: manager.id, department: tower.name, title })
      addPerson({ jobTitle: `Lead Engineer, ${family.name}`, department: tower.name, managerId: manager.id })
    }
  }

  const managerOf = (familyName: string) => managers.find((manager) => manager.title.endsWith(`, ${familyName}`))!.id
  addPersona('requester', managerOf('Checkout'))
  addPersona('owner', managerOf('Checkout'))
  addPersona('leaver', managerOf('Checkout'))
  addPersona('analyst', managerOf('Pricing'))
  for (const key of ['productApprover', 'boardMember', 'admin'] as const) addPersona(key, managerOf('Landing Zones'))
  const auditHead = addPerson({ jobTitle: 'Head of Internal Audit', department: 'Internal Audit', managerId: chiefOfficer.id })
  addPersona('auditor', auditHead.id)

  while (people.length < headcount) {
    const manager = random.pick(managers)
    const enabled = !random.chance(0.02)
    addPerson({ jobTitle: random.pick(staffTitles), department: manager.department, managerId: manager.id, enabled })
  }
  return people
}

/** Approval policies need a second administrator, who keeps their original name. */
function makeSecondAdministrator(person: SamplePerson): void {
  person.appRoles = ['Slipway.Admin']
  person.persona = {
    order: personaPlans.length + 1,
    title: 'Second administrator',
    summary: 'Approves policy changes that another administrator proposes.',
  }
}

interface Seat {
  jobTitle: string
  department: string
  managerId: string | null
  enabled?: boolean
  persona?: (typeof personaPlans)[number]
}

function nameSource(random: ReturnType<typeof seededRandom>) {
  const weighted = namePools.flatMap((pool) => Array.from({ length: pool.weight }, () => pool))
  const taken = new Set(personaPlans.map((plan) => addressOf(plan.givenName, plan.surname)))
  return {
    fixed: ({ givenName, surname }: PersonaPlan) => ({ givenName, surname, local: addressOf(givenName, surname) }),
    next: () => {
      for (;;) {
        const pool = random.pick(weighted)
        const givenName = random.pick(pool.given)
        const surname = random.pick(pool.surnames)
        const local = addressOf(givenName, surname)
        if (taken.has(local)) continue
        taken.add(local)
        return { givenName, surname, local }
      }
    },
  }
}

/** An email address has only plain lower-case letters, as the directory would create it. */
function addressOf(givenName: string, surname: string): string {
  return `${givenName}.${surname}`
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/[^a-z.-]/gi, '')
    .toLowerCase()
}
