export interface AuthorizationRequest {
  client_id: string
  redirect_uri: string
  scope: string
  state?: string
  nonce?: string
  code_challenge: string
  login_hint?: string
  /** A claims request specifies what the sign-in has to prove. */
  claims?: string
}
