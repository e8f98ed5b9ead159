/** Names of Azure’s built-in roles that administrators usually have rules for, by the ID of the role definition, which is the same everywhere. */
const builtInRoles: Record<string, string> = {
  '8e3af657-a8ff-443c-a75c-2fe8c4bcb635': 'Owner',
  'b24988ac-6180-42a0-ab88-20f7382dd24c': 'Contributor',
  'acdd72a7-3385-48ef-bd42-f606fba81ae7': 'Reader',
  '18d7d88d-d35e-4fb5-a5c3-7773c20a72d9': 'User Access Administrator',
  'f58310d9-a9f6-439a-9e8d-f62e7b41a168': 'Role Based Access Control Administrator',
}

export const roleName = (id: string): string => builtInRoles[id.toLowerCase()] ?? id
