#define RS "CBV(b0)"
/* and so on
