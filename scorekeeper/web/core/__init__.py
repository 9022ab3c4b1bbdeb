"""What every page rests on: the request, the reader's language, errors, addresses."""
