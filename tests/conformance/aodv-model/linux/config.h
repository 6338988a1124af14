/* AODV-UU of 2002 includes it. Nothing is needed of it. */
