"""What a reader gets to see: pages and reports made from data. They run nothing."""
