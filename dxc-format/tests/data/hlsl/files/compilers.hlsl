#ifdef __hlsl_dx_compiler
#define RS "CBV(b1)"
#elif defined(__clang__)
#define RS "CBV(b2)"
#endif
