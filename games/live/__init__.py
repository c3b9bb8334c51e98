"""The match while it is played, and every room: kept in the store, changed by one commit at a time."""
