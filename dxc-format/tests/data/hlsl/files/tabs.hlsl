#define RS "CBV(b0),\tSRV(t0)"
