"""The event loop of the web process. The first import of Twisted's reactor chooses it: this comes before Daphne."""

import uvloop
from twisted.internet import asyncioreactor

asyncioreactor.install(uvloop.new_event_loop())
