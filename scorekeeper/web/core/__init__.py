"""The basis of every page: the request, the reader's language, errors, addresses."""
