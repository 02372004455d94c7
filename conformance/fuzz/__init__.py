"""Random games and random positions, for engines that are to agree on all of them."""
