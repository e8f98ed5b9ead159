export type RequirementService =
  | 'Azure'
  | 'Microsoft Graph'
  | 'Key Vault'
  | 'GitHub'
  | 'Azure DevOps'
  | 'ServiceNow'
  | 'Argo CD'
  | 'The store directory'

type ReportedIn = 'run' | 'screen' | 'cockpit'

export interface Requirement {
  /** `{service}/{name}`, stable between versions. */
  id: string
  service: RequirementService
  /** The permission's name in the service's reference and error messages. */
  name: string
  scope: string
  purpose: string
  features: string
  without: string
  reportedIn: ReportedIn
  /** Status of the denial, with the service's code if it sends one. */
  denial: string
}

export type Row = readonly [name: string, purpose: string, features: string, without: string, reportedIn: ReportedIn, refusal?: string]

const denialTexts: Record<RequirementService, string> = {
  Azure: '403 AuthorizationFailed',
  'Microsoft Graph': '403 Authorization_RequestDenied',
  'Key Vault': '403 ForbiddenByRbac',
  GitHub: '403',
  'Azure DevOps': '403',
  ServiceNow: '403',
  'Argo CD': '403',
  'The store directory': '401 or 403',
}

const idOf = ({ service, name }: Pick<Requirement, 'service' | 'name'>): string => `${service}/${name}`

export function requirementsOf(service: RequirementService, scope: string, rows: readonly Row[]): Requirement[] {
  return rows.map(([name, purpose, features, withoutPermission, reportedIn, denial = denialTexts[service]]) => ({
    id: idOf({ service, name }),
    service,
    name,
    scope,
    purpose,
    features,
    without: withoutPermission,
    reportedIn,
    denial,
  }))
}
