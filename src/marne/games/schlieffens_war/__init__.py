"""Schlieffen's War: the campaign of August and September 1914, corps by corps, on the map of the Western Front."""
