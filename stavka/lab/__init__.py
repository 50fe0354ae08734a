"""The laboratory: many games at once, to find faults, to measure speed and to study balance."""
