"""A payment provider of our own for machines without a contract with a real one, and for tests.

It speaks the part of Stripe's HTTP interface that `billing.gateway` uses, so that the official client is the only one
there is, and has knobs for whatever goes wrong between a shop and its provider. It listens on the loopback address
alone, and no money moves. Standard library only, and nothing of Django: it is a process of its own.
"""
