"""Access: devices, links, PINs, and the players of phones."""
