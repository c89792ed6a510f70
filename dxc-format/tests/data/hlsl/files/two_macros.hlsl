#define FRAME "CBV(b0),"
#define RS FRAME "SRV(t0)"
