"""What games with one declarer or side against the others share: questions, claims, lines, and the audit of a deal."""
