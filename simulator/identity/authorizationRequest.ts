export interface AuthorizationRequest {
  client_id: string
  redirect_uri: string
  scope: string
  state?: string
  nonce?: string
  code_challenge: string
  login_hint?: string
  claims?: string
}
