"""Programs written from the rules alone, which know nothing of the program that they are compared with."""
