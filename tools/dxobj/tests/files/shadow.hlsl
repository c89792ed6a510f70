#ifdef SHADOWS
#define RS "CBV(b0)"
#endif
