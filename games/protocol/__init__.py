"""The words between server and page: messages, card handles, and views as bytes. Knows the rules, nothing else."""
