"""Who asks: devices, links, PINs, and whose phone it is."""
