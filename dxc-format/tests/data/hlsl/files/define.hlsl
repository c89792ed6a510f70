#define RS "CBV(b0), SRV(t0)"
