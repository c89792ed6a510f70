// by André
#define RS "CBV(b0)"
