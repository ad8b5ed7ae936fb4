"""8.3, 8.4 and chapter 10: movement, stacking, control, headquarters, trains and ships."""
