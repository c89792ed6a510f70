#define RS "CBV(b0)"
