#define MODE (1 + 1)
#if MODE == 0
# define RS "CBV(b0)"
#elif MODE == 2
# define RS "CBV(b2)"
#elif MODE == 2
# define RS "CBV(b3)"
#else
# error no such mode
#endif
