#if __SHADER_TARGET_MAJOR >= 6
#define RS "CBV(b0)"
#else
#define RS "CBV(b1)"
#endif
