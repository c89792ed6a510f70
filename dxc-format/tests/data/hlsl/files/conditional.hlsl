#define QUALITY 2
#if QUALITY > 1 && defined(QUALITY)
#define RS "CBV(b0), SRV(t0)"
#else
#define RS "CBV(b0)"
#endif
