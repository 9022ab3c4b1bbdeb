"""Devices, links, members and limits."""
