"""A slow referee written from the rule text, against which the fast core is checked."""
