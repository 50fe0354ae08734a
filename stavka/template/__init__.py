"""The game that ``stavka new`` copies: small, but whole. See :mod:`stavka.new`."""
