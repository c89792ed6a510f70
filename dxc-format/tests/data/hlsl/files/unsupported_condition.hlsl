#define HAS(x) x
#if HAS(1)
#define RS "CBV(b0)"
#else
#define RS "CBV(b1)"
#endif
#define OTHER "SRV(t0)"
