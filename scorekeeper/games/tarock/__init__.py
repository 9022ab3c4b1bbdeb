"""The common parts of games with Tarock cards, for one declarer or side against the others."""
