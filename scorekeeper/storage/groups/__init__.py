"""Groups, their seasons and statistics."""
