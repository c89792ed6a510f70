#define RS "CBV(b0)"
#define RS "CBV(b1)"
