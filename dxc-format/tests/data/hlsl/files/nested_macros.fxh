#define A "CBV(b0), "
#define B A "SRV(t0), "
#define C B \
          "UAV(u0)"
#define ALSO (4)
