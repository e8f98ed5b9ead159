-- That an API key has expired stands in the audit trail: the clock looks at each once more at its end.
update api_keys set remind_at = expires_at where remind_at is null and revoked_at is null and expires_at > now();
